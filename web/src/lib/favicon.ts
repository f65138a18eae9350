/** Shows a picture in the tab of the window. Returns a function that restores the product's own. */
export function showFavicon(path: string): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return () => {};
  const { href, type } = link;
  Object.assign(link, { href: path, type: 'image/png' });
  return () => void Object.assign(link, { href, type });
}
