/**
 * Where somebody wanted to go before they signed in, always a path of this app: `//host/` would name another server, which the
 * browser refuses to write into the address, again on every visit.
 */
export function wayBack(path: string | null): string | null {
  return path && `/${path.replace(/^[/\\\s]+/, '')}`;
}
