import { shallowEqual } from 'react-redux';
import { createSelector } from 'reselect';
import type { Card } from '@/api/generated';
import { baseApi } from '@/api/request/base';
import type { Recent } from '@/shared/recent';
import type { RootState } from '../store/store';
import { type KnownOrder, orderPath } from './entries';

type Cards = Record<string, Card>;
type Answer = { cards?: Cards; data?: { orders?: Card[]; cards?: Cards; order?: KnownOrder } | null };

/** The calls whose answers contain orders of the present. */
const calls = new Set(['board', 'orders', 'searchOrders', 'order']);

const isPast = (asked: unknown) => typeof asked === 'object' && asked !== null && 'asOf' in asked && !!asked.asOf;

/** Returns the answers that contain orders. They are the same while other calls are answered. */
const answers = createSelector(
  [(state: RootState) => state[baseApi.reducerPath].queries],
  (queries) =>
    Object.values(queries).flatMap((query): Answer[] => {
      const { data, endpointName = '', originalArgs } = query ?? {};
      return data && calls.has(endpointName) && !isPast(originalArgs) ? [data] : [];
    }),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

/**
 * Returns the orders that the browser already has, each in its newest version. They are the same objects
 * until there are new answers, because going through 10,000 orders takes as long as searching them.
 */
export const knownOrders = createSelector([answers], (all) => {
  const found = new Map<string, KnownOrder>();
  const add = (order: KnownOrder) => {
    const known = found.get(order.id);
    if (!known || known.version < order.version) found.set(order.id, order);
  };
  for (const { cards, data } of all) {
    for (const order of Object.values(cards ?? data?.cards ?? {})) add(order);
    for (const order of data?.orders ?? []) add(order);
    if (data?.order) add(data.order);
  }
  return { list: [...found.values()], byId: found };
});

/** Returns an opened order as far as it is remembered; undefined for a page. */
export function rememberedOrder({ to, label, number }: Recent): KnownOrder | undefined {
  if (number === undefined) return undefined;
  return { id: to.slice(orderPath('').length), orderId: number, orderName: label, version: 0 };
}
