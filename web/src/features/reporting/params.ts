import type { OperatorFigure, OperatorQuery, OrderFigure, OrderQuery } from '@/api/reports';

/** The limits of a report in the address. */
const limits = ['from', 'to', 'clientId', 'customerId', 'serviceId'] as const;
const ofOrders = ['creatorId', 'operatorId'] as const;
/** The parts of the address that name a figure whose orders are open. */
const ofFigure = ['figure', 'part', 'group', 'status', 'revisions', 'person'] as const;

export type LimitKey = (typeof limits)[number] | (typeof ofOrders)[number];

const steps = ['day', 'week', 'month'] as const;
const ways = ['status', 'service', 'creator'] as const;
const orderFigures: OrderFigure[] = [
  'placed',
  'completed',
  'cancelled',
  'stage',
  'revisions',
  'worked',
  'allocated',
  'over',
];
const operatorFigures: OperatorFigure[] = ['worked', 'finished', 'rework', 'load'];

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text);

function read<Key extends string>(search: URLSearchParams, keys: readonly Key[]): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = search.get(key);
    if (value) found[key] = value;
  }
  return found;
}

/** Returns the report about orders that an address asks for. */
export const orderQuery = (search: URLSearchParams): OrderQuery => ({
  ...read(search, [...limits, ...ofOrders]),
  step: oneOf(steps, search.get('step')),
  by: oneOf(ways, search.get('by')),
});

/** Returns the report about operators that an address asks for. */
export const operatorQuery = (search: URLSearchParams): OperatorQuery => read(search, limits);

/** A figure whose orders are shown. */
export type Asked = { figure: OrderFigure; part?: string; group?: string; status?: string; revisions?: number };

/** Returns the figure about orders that an address opens. */
export function askedOrders(search: URLSearchParams): Asked | undefined {
  const figure = oneOf(orderFigures, search.get('figure'));
  if (!figure) return undefined;
  const revisions = search.get('revisions');
  return {
    figure,
    ...read(search, ['part', 'group', 'status']),
    ...(revisions !== null && /^[0-3]$/.test(revisions) && { revisions: Number(revisions) }),
  };
}

/** Returns the figure of a person that an address opens. */
export function askedOperator(search: URLSearchParams): { figure: OperatorFigure; personId: string } | undefined {
  const figure = oneOf(operatorFigures, search.get('figure'));
  const personId = search.get('person');
  return figure && personId ? { figure, personId } : undefined;
}

/** Returns the address without an open figure. */
export function closed(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ofFigure) next.delete(key);
  return next;
}

/** Returns the address that opens a figure. */
export function opened(search: URLSearchParams, figure: Record<string, string | number | undefined>): string {
  const next = closed(search);
  for (const [key, value] of Object.entries(figure)) if (value !== undefined) next.set(key, String(value));
  return `?${next}`;
}

/** Returns the address with other limits. A figure that was open is closed. */
export function changed(search: URLSearchParams, change: Record<string, string | null>): URLSearchParams {
  const next = closed(search);
  for (const [key, value] of Object.entries(change)) {
    if (value) next.set(key, value);
    else next.delete(key);
  }
  return next;
}

/** Reports whether an address limits a report. */
export const isLimited = (search: URLSearchParams): boolean =>
  [...limits, ...ofOrders, 'step'].some((key) => search.has(key));
