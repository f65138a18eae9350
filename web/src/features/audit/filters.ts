import type { EventKind } from '@/api/generated';
import { kinds } from '@/shared/eventWords';

export type Filters = {
  order: string;
  person: string;
  kind: EventKind | '';
  via: string;
  from: string;
  to: string;
  reason: string;
};

export const surfaces: Record<string, string> = {
  board: 'On the board',
  status: 'Status control',
  review: 'Proof screen',
  form: 'Order form',
  detail: 'Order page',
  action: 'Order actions',
  upload: 'Upload',
  automation: 'Automatically',
  import: 'Import',
  cli: 'Command line',
  web: 'In the browser',
  api: 'Other software',
};

const isKind = (name: string): name is EventKind => Object.hasOwn(kinds, name);

/** Reads the filters from the address. Invalid values count as missing. */
export function readFilters(search: URLSearchParams): Filters {
  const kind = search.get('kind') ?? '';
  const text = (name: string) => search.get(name) ?? '';
  return {
    order: text('order'),
    person: text('person'),
    kind: isKind(kind) ? kind : '',
    via: text('via'),
    from: text('from'),
    to: text('to'),
    reason: text('reason'),
  };
}

/** Returns the time of a date-time field, which is in the user's time zone. */
function instant(field: string, end = false): string | undefined {
  const at = new Date(field);
  if (!field || Number.isNaN(at.getTime())) return undefined;
  // The field names a minute, so an end includes the whole minute.
  return new Date(at.getTime() + (end ? 59_999 : 0)).toISOString();
}

/** Returns the filters as query parameters of the API. */
export function toQuery({ person, kind, via, from, to }: Filters) {
  return {
    person: person || undefined,
    kind: kind || undefined,
    via: via || undefined,
    from: instant(from),
    to: instant(to, true),
  };
}

export function isFiltered(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== 'order' && value !== '');
}
