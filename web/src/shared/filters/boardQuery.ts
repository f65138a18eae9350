import { orderQuery, type Person, readFilters } from './filters';

/** Returns the query of the board for an address. */
export function boardQuery(search: string, me: Person): Record<string, string> {
  return orderQuery(readFilters(new URLSearchParams(search), 'orders'), 'orders', me);
}

/**
 * Returns the query of the counts by status: the filters of the address without the status, which
 * each count sets itself.
 */
export function countsQuery(search: string, me: Person): Record<string, string> {
  const filters = readFilters(new URLSearchParams(search), 'orders');
  const orderProgress = filters.orderProgress.filter((value) => value === 'not-frozen');
  return orderQuery({ ...filters, orderProgress }, 'orders', me);
}
