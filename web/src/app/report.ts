import { ownBuild } from '@/lib/ownBuild';

/**
 * Sends a crash to the operators, without saying who had it. It does not go through the store, which
 * may be what is broken.
 */
export async function sendReport(error: unknown): Promise<void> {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const name = error instanceof Error ? `${error.name}: ` : '';
  const answer = await fetch('/api/g/error-report', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      message: `${name}${message}`.slice(0, 2000),
      page: window.location.pathname.slice(0, 2000),
      stack: stack?.slice(0, 16_000) ?? '',
      build: ownBuild(),
    }),
  });
  if (!answer.ok) throw new Error(`the report was refused with ${answer.status}`);
}
