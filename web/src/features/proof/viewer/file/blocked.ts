/**
 * Matches the browsers' errors for a part of the app that did not load. They contain its address.
 */
const notLoaded = /dynamically imported module|importing a module script|fake worker/i;

/**
 * isBlocked reports whether the browser blocks a part of the app that the viewer needs (D-19): it
 * is refused, while other requests to the same server succeed.
 */
export async function isBlocked(error: unknown): Promise<boolean> {
  const message = error instanceof Error ? error.message : '';
  const [address] = /https?:[^\s"']+/.exec(message) ?? [];
  if (!notLoaded.test(message) || !address) return false;
  const passes = (url: string) =>
    fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
  return !(await passes(address)) && (await passes('/'));
}
