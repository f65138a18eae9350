import type { OrdersApiArg } from '@/api/generated';
import { type FilterKind, orderQuery, type Person, readFilters, withFilters } from '@/shared/filters/filters';

export type ListSort = 'created' | 'due' | 'name' | 'updated' | 'priority';
export type ListParams = {
  page: number;
  limit: number;
  sort: ListSort;
  sortAsc: boolean;
  /** The text that filters the loaded list (BD-122). */
  q: string;
};

export const limits = [10, 25, 50, 100];
const sorts: ListSort[] = ['created', 'due', 'name', 'updated', 'priority'];

/**
 * Reads the list's parameters from the address. Invalid values become the first page, newest change
 * first.
 */
export function readParams(search: URLSearchParams): ListParams {
  const page = Number(search.get('page') ?? 1);
  const limit = Number(search.get('limit') ?? 10);
  const sort = sorts.find((name) => name === search.get('sort')) ?? 'updated';
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: limits.includes(limit) ? limit : 10,
    sort,
    sortAsc: search.get('dir') === 'asc',
    q: search.get('q') ?? '',
  };
}

/**
 * Returns the address with some parameters changed. Changing the filter or the sort returns to page
 * 1.
 */
export function withParams(
  search: URLSearchParams,
  change: Record<string, string | number | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Returns the query of a list: its page, its order and the filters of the address. */
export function toQuery(search: URLSearchParams, kind: FilterKind, me: Person | undefined): OrdersApiArg {
  const { page, limit, sort, sortAsc } = readParams(search);
  const view = kind === 'archive' ? 'archived' : 'list';
  return { view, page, limit, sort, sortAsc, ...orderQuery(readFilters(search, kind), kind, me) };
}

/**
 * Returns the query of an export: the whole list, in its order, with the visible columns (BY-037).
 */
export function exportQuery(
  search: URLSearchParams,
  kind: FilterKind,
  me: Person | undefined,
  columns: string[],
): Record<string, string> {
  const { page: _page, limit: _limit, ...query } = toQuery(search, kind, me);
  const filled = Object.entries({ ...query, columns: ['number', 'name', ...columns].join(',') });
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}

/** Returns the address with one status selected, or all. */
export function withStatus(search: URLSearchParams, status: string): URLSearchParams {
  const filters = readFilters(search, 'orders');
  return withFilters(search, { ...filters, orderProgress: status ? [status] : [] });
}
