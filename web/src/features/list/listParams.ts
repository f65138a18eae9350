import type { OrdersApiArg } from '@/api/generated';

export type ListSort = 'created' | 'due' | 'name' | 'updated';
export type ListParams = {
  page: number;
  limit: number;
  sort: ListSort;
  sortAsc: boolean;
  status: string;
  customer: string;
  q: string;
};

export const limits = [10, 25, 50, 100];
const sorts: ListSort[] = ['created', 'due', 'name', 'updated'];

/** What the address says about the list; anything odd falls back to the first page, newest change first. */
export function readParams(search: URLSearchParams): ListParams {
  const page = Number(search.get('page') ?? 1);
  const limit = Number(search.get('limit') ?? 10);
  const sort = sorts.find((name) => name === search.get('sort')) ?? 'updated';
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: limits.includes(limit) ? limit : 10,
    sort,
    sortAsc: search.get('dir') === 'asc',
    status: search.get('status') ?? '',
    customer: search.get('customer') ?? '',
    q: search.get('q') ?? '',
  };
}

/** The address with some of it changed; a change of what is listed starts at page 1. */
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

export function toQuery({ page, limit, sort, sortAsc, status, customer }: ListParams): OrdersApiArg {
  return {
    view: 'list',
    page,
    limit,
    sort,
    sortAsc,
    orderProgress: status || undefined,
    customerId: customer || undefined,
  };
}
