/**
 * Returns the path to open after the sign-in. It is always a path of this app: `//host/` would name
 * another server, and the browser would refuse to put it into the address on every visit.
 */
export function wayBack(path: string | null): string | null {
  return path && `/${path.replace(/^[/\\\s]+/, '')}`;
}
