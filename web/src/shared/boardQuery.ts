import { orderQuery, type Person, readFilters } from './filters';

/** What the board asks for at an address. */
export function boardQuery(search: string, me: Person): Record<string, string> {
  return orderQuery(readFilters(new URLSearchParams(search), 'orders'), 'orders', me);
}

/** What the counts by status ask for: the filter of the address but for the status, which each count sets itself. */
export function countsQuery(search: string, me: Person): Record<string, string> {
  const filters = readFilters(new URLSearchParams(search), 'orders');
  const orderProgress = filters.orderProgress.filter((value) => value === 'not-frozen');
  return orderQuery({ ...filters, orderProgress }, 'orders', me);
}
