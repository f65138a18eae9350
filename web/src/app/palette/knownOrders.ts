import { createSelector } from 'reselect';
import type { Card } from '@/api/generated';
import { baseApi } from '@/api/base';
import type { Recent } from '@/shared/recent';
import type { RootState } from '../store';
import { type KnownOrder, orderPath } from './entries';

type Cards = Record<string, Card>;
type Answer = { cards?: Cards; data?: { orders?: Card[]; cards?: Cards; order?: KnownOrder } | null };

/** The calls whose answers contain orders of the present. */
const calls = new Set(['board', 'orders', 'searchOrders', 'order']);

const isPast = (asked: unknown) => typeof asked === 'object' && asked !== null && 'asOf' in asked && !!asked.asOf;

/**
 * Returns the orders that the browser already has, each in its newest version. It is the same list until
 * there are new answers, because going through 10,000 orders takes as long as searching them.
 */
export const knownOrders = createSelector([(state: RootState) => state[baseApi.reducerPath].queries], (queries) => {
  const found = new Map<string, KnownOrder>();
  const add = (order: KnownOrder) => {
    const known = found.get(order.id);
    if (!known || known.version < order.version) found.set(order.id, order);
  };
  for (const query of Object.values(queries)) {
    if (!query?.data || !calls.has(query.endpointName ?? '') || isPast(query.originalArgs)) continue;
    const { cards, data } = query.data as Answer;
    for (const order of Object.values(cards ?? data?.cards ?? {})) add(order);
    for (const order of data?.orders ?? []) add(order);
    if (data?.order) add(data.order);
  }
  return [...found.values()];
});

/** Returns an opened order as far as it is remembered; undefined for a page. */
export function rememberedOrder({ to, label, number }: Recent): KnownOrder | undefined {
  if (number === undefined) return undefined;
  return { id: to.slice(orderPath('').length), orderId: number, orderName: label, version: 0 };
}
