/** What browsers say of a part of the app that did not come; the address is in it. */
const notLoaded = /dynamically imported module|importing a module script|fake worker/i;

/**
 * Whether the browser itself keeps a part of the app away that the viewer needs (D-19): it is refused, while other
 * requests to the same server pass.
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
