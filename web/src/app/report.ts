import { ownBuild } from '@/lib/ownBuild';
import { toast } from '@/ui';

/**
 * Sends a crash to the operators, without saying who had it, and says so. A report that cannot be sent
 * is copied. It does not go through the store, which may be what is broken. Returns whether it was sent.
 */
export async function report(error: unknown): Promise<boolean> {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const told = {
    message: `${error instanceof Error ? `${error.name}: ` : ''}${message}`.slice(0, 2000),
    page: window.location.pathname.slice(0, 2000),
    stack: stack.slice(0, 16_000),
    build: ownBuild(),
  };
  try {
    const answer = await fetch('/api/g/error-report', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(told),
    });
    if (!answer.ok) throw new Error(`the report was refused with ${answer.status}`);
    toast({
      type: 'SUCCESS',
      title: 'Success',
      message: 'Thank you. The error was reported.',
      messages: ['The report says nothing about you or your orders.'],
    });
    return true;
  } catch {
    void navigator.clipboard?.writeText([told.message, told.stack, told.page].join('\n'));
    toast({
      type: 'WARNING',
      title: 'The report could not be sent',
      message: 'It was copied instead. Paste it into your message to support.',
    });
    return false;
  }
}
