import type { CsvDates, CsvEncoding, Import, ImportField, ImportKind, NotImported } from '@/api/imports';
import type { FileKinds } from '@/lib/files/upload';
import { plural } from '@/lib/format/text';

const csv: FileKinds = { accept: '.csv,.tsv,.txt,text/csv', about: 'A CSV file up to 20 MB' };
const board: FileKinds = { accept: '.json,application/json', about: 'A JSON file up to 20 MB' };

type Words = {
  label: string;
  one: string;
  files: FileKinds;
  about: string;
  example?: 'customers' | 'people' | 'orders';
};

/** What each kind of file is, and where it comes from. */
export const kinds: Record<ImportKind, Words> = {
  orders: {
    label: 'Orders from a CSV file',
    one: 'order',
    files: csv,
    example: 'orders',
    about:
      'A row for each order. It needs a reference, by which the order is found again, and a name. It can have a status, a description, a due date, a priority, a service and links.',
  },
  trello: {
    label: 'A board from Trello',
    one: 'order',
    files: board,
    about:
      'In Trello, open the menu of the board, choose Print, export and share, and then Export as JSON. Cards become orders; you say what each list means. Files, comments and checklists stay in Trello.',
  },
  planka: {
    label: 'A board from Planka',
    one: 'order',
    files: board,
    about:
      'Save what Planka answers to GET /api/boards/ID as a file, with the id from the address of the board. Cards become orders; you say what each list means.',
  },
  people: {
    label: 'People from a CSV file',
    one: 'person',
    files: csv,
    example: 'people',
    about:
      'A row for each person. It needs an email, a firstname and a role, which is owner or staff for a customer. Everybody gets an invitation by mail, at most 200 an hour.',
  },
  customers: {
    label: 'Customers from a CSV file',
    one: 'customer',
    files: csv,
    example: 'customers',
    about:
      'A row for each account. It needs a name, and the owner_email and owner_firstname of its owner, who gets an invitation by mail. At most 200 are sent an hour.',
  },
};

/** The encodings in which spreadsheets save CSV files. */
export const encodings: { value: CsvEncoding; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252 (Western Europe)' },
  { value: 'utf-16le', label: 'UTF-16 (Unicode text of Excel)' },
  { value: 'utf-16be', label: 'UTF-16, big endian' },
];

/** The orders in which dates are written. */
export const dateOrders: { value: CsvDates; label: string }[] = [
  { value: 'iso', label: 'Year first, like 2026-12-24' },
  { value: 'day-first', label: 'Day first, like 24.12.2026' },
  { value: 'month-first', label: 'Month first, like 12/24/2026' },
];

/** Says what a column of a file can be, in words. */
export function fieldLabel(field: ImportField): string {
  const words: Partial<Record<ImportField, string>> = {
    due: 'Due date',
    email: 'E-mail',
    firstname: 'First name',
    lastname: 'Last name',
    owner_email: 'E-mail of the owner',
    owner_firstname: 'First name of the owner',
    owner_lastname: 'Last name of the owner',
  };
  return words[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
}

/** Lists what a board has that is not imported. Empty for nothing. */
export function staysBehind({ comments, checklists, members, attachments }: NotImported): string {
  const counts = [
    comments ? plural(comments, 'comment') : comments === undefined && 'comments, if there are any',
    checklists > 0 && plural(checklists, 'checklist'),
    members > 0 && plural(members, 'member'),
    attachments > 0 && plural(attachments, 'attachment'),
  ].filter(Boolean);
  return counts.join(', ');
}

/** Returns how many orders, people or customers an import would create. */
export const fresh = ({ accepted, existing }: Import): number => accepted - existing;

/** Returns a number of what a kind of file brings. */
export const counted = (kind: ImportKind, count: number): string =>
  plural(count, kinds[kind].one, kind === 'people' ? 'people' : undefined);

/** The time in ms between two looks at what the server is at work on. */
export const askEveryMs = 1000;

/** Reports whether the server is at work on an import. */
export const works = ({ state }: Import): boolean => state === 'checking' || state === 'importing';

/** Says how an import is, in a few words. */
export function stateWords({ state, kind, created, handled, accepted }: Import): string {
  switch (state) {
    case 'receiving':
      return 'The file is on its way';
    case 'checking':
      return 'Being checked';
    case 'checked':
      return 'Waits for you';
    case 'importing':
      return `${handled.toLocaleString('en')} of ${accepted.toLocaleString('en')}`;
    case 'done':
      return `${counted(kind, created)} created`;
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return `Cancelled, ${counted(kind, created)} created`;
  }
}
