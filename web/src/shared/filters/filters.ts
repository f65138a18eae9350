/** The filter panel: that of board and list, or that of the archive. */
export type FilterKind = 'orders' | 'archive';

export const lists = [
  'orderProgress',
  'clientId',
  'customerId',
  'creatorId',
  'managerId',
  'operatorId',
  'serviceCategory',
  'serviceType',
  'queueTime',
  'workTime',
  'priority',
  'only',
] as const;
export const spans = ['createdAt', 'dueDate', 'updatedDate'] as const;
export type ListKey = (typeof lists)[number];
export type SpanKey = (typeof spans)[number];
export type DayKey = `${SpanKey}${'Start' | 'End'}`;

/**
 * The values of a filter. Lists contain ids or names, days are `yyyy/MM/dd`; empty means no filter.
 */
export type Filters = Record<ListKey, string[]> & Record<DayKey, string> & { customSearch: string };
export type FilterKey = keyof Filters;

const days = spans.flatMap((span): DayKey[] => [`${span}Start`, `${span}End`]);
const texts = [...days, 'customSearch'] as const;
const keys: FilterKey[] = [...lists, ...texts];
const notArchive: FilterKey[] = ['only', 'orderProgress', 'queueTime', 'workTime', 'dueDateStart', 'dueDateEnd'];
const notOrders: FilterKey[] = ['updatedDateStart', 'updatedDateEnd'];

/** Returns the keys of a panel (SH-241, SH-271). */
export function keysOf(kind: FilterKind): FilterKey[] {
  const without = kind === 'archive' ? notArchive : notOrders;
  return keys.filter((key) => !without.includes(key));
}

export const progressOptions = [
  { value: 'ready-to-go', label: 'New Order' },
  { value: 'in-progress', label: 'In Progress' },
  { value: 'in-review', label: 'In Review' },
  { value: 'on-hold', label: 'On Hold' },
  { value: 'approved', label: 'Approved' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'not-frozen', label: 'Not Frozen' },
];
export const percentOptions = [
  { value: '0:50', label: '50% or fewer' },
  { value: '51:75', label: '51% - 75%' },
  { value: '76', label: '76% or more' },
];

/** The labels of the lists and of the date ranges, in the order on the screen. */
export const listLabels: [ListKey, string][] = [
  ['only', 'Only'],
  ['orderProgress', 'Order progress'],
  ['clientId', 'Client'],
  ['customerId', 'Customer'],
  ['creatorId', 'Creator'],
  ['managerId', 'Manager'],
  ['operatorId', 'Operator'],
  ['serviceCategory', 'Service category'],
  ['serviceType', 'Service type'],
  ['queueTime', 'Queue time'],
  ['workTime', 'Work time'],
  ['priority', 'Priority'],
];
export const spanLabels: [SpanKey, string][] = [
  ['createdAt', 'Created date'],
  ['dueDate', 'Due date'],
  ['updatedDate', 'Updated date'],
];

const isList = (key: FilterKey): key is ListKey => (lists as readonly string[]).includes(key);
const isDay = (key: FilterKey): key is DayKey => (days as string[]).includes(key);

export function noFilters(): Filters {
  const empty = <K extends string, V>(names: readonly K[], value: () => V) =>
    Object.fromEntries(names.map((name) => [name, value()])) as Record<K, V>;
  return { ...empty(lists, (): string[] => []), ...empty(days, () => ''), customSearch: '' };
}

/** isDate reports whether a text is a calendar day as `yyyy/MM/dd` (SH-251). */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

/** Reads the filters from an address. Values that the panel does not have count as missing. */
export function readFilters(search: URLSearchParams, kind: FilterKind): Filters {
  const filters = noFilters();
  for (const key of keysOf(kind)) {
    const text = (search.get(key) ?? '').trim();
    if (isList(key)) filters[key] = text ? [...new Set(text.split(',').filter(Boolean))] : [];
    else if (!isDay(key) || isDate(text)) filters[key] = text;
  }
  return filters;
}

/** Returns the address with these filters, at the first page. */
export function withFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  for (const key of keys) {
    const text = textOf(filters, key);
    if (text) next.set(key, text);
    else next.delete(key);
  }
  return next;
}

export const textOf = (filters: Filters, key: FilterKey): string =>
  isList(key) ? filters[key].join(',') : filters[key];

export function isFiltered(filters: Filters): boolean {
  return keys.some((key) => filters[key].length > 0);
}

/** The lists that depend on another one. Changing that one clears them (SH-262, SH-264, SH-265). */
const dependants: Partial<Record<ListKey, ListKey[]>> = {
  clientId: ['customerId', 'creatorId'],
  customerId: ['creatorId'],
  serviceCategory: ['serviceType'],
};

export function withField<K extends FilterKey>(filters: Filters, key: K, value: Filters[K]): Filters {
  const next = { ...filters, [key]: value };
  if (isList(key)) for (const other of dependants[key] ?? []) next[other] = [];
  return next;
}

/** Returns the end days before their start (SH-250). */
export function invalidDays(filters: Filters): DayKey[] {
  return spans
    .filter((span) => {
      const [start, end] = [filters[`${span}Start`], filters[`${span}End`]];
      return start !== '' && end !== '' && end < start; // Days as yyyy/MM/dd sort as text.
    })
    .map((span): DayKey => `${span}End`);
}

/** The filters that need an ability, with that ability. */
const abilities: Partial<Record<FilterKey, string>> = {
  clientId: 'filter-client',
  customerId: 'filter-customer',
  creatorId: 'filter-creator',
  managerId: 'filter-manager',
  operatorId: 'filter-operator',
};

export type Person = { abilities: Record<string, string[]>; isClientType: boolean };

/**
 * mayFilter reports whether the user has a filter (SH-106). Client-type users filter by their
 * customers (D-25).
 */
export function mayFilter(me: Person | undefined, key: FilterKey): boolean {
  const ability = abilities[key];
  if (!ability || (key === 'customerId' && me?.isClientType)) return true;
  return me?.abilities[ability]?.includes('read') ?? false;
}

/**
 * Returns the parameters of an order query. A start day gets ' 00:00:00' and an end day ' 24:00:00'
 * (BD-131, BD-132), empty values become null (BD-133), lists are joined with commas (BD-134), and
 * fields that the user may not filter by are left out (SH-253).
 */
export function orderParams(
  filters: Filters,
  kind: FilterKind,
  me: Person | undefined,
): Partial<Record<FilterKey, string | null>> {
  const wrong: string[] = invalidDays(filters);
  const sent: Partial<Record<FilterKey, string | null>> = {};
  for (const key of keysOf(kind)) {
    if (!mayFilter(me, key)) continue;
    const text = wrong.includes(key) ? '' : textOf(filters, key);
    const clock = isDay(key) ? (key.endsWith('Start') ? ' 00:00:00' : ' 24:00:00') : '';
    sent[key] = text ? text + clock : null;
  }
  return sent;
}

/** Returns the query of an order call, which is empty without filters. */
export function orderQuery(
  filters: Filters,
  kind: FilterKind,
  me: Person | undefined,
): Partial<Record<FilterKey, string>> {
  if (!isFiltered(filters)) return {};
  const params = Object.entries(orderParams(filters, kind, me));
  return Object.fromEntries(params.map(([key, value]) => [key, String(value)]));
}
