/** The picture itself; the browser scales it. It cannot be dragged away from under the marks. */
export function ImagePage({ url, name }: { url: string; name: string }) {
  return <img src={url} alt={name} draggable={false} style={{ width: '100%', height: '100%', display: 'block' }} />;
}
