import { orderQuery, type Person, readFilters } from './filters';

/** What the board asks for at an address. */
export function boardQuery(search: string, me: Person): Record<string, string> {
  return orderQuery(readFilters(new URLSearchParams(search), 'orders'), 'orders', me);
}
