import type { Invoice, InvoiceState, Pack, PackKind, Payment, SubscriptionState, Term } from '@/api/billing';
import { dayText } from '@/lib/dates';
import { duration } from '@/lib/duration';
import { fileSize, plural } from '@/lib/text';

export const dayMs = 24 * 60 * 60 * 1000;

export const invoiceStates: Record<InvoiceState, string> = {
  draft: 'Draft',
  open: 'Open',
  'past-due': 'Past due',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Refunded',
};

export const subscriptionStates: Record<SubscriptionState, string> = {
  none: 'No plan',
  trial: 'Free trial',
  active: 'Active',
  'past-due': 'Past due',
  'on-leave': 'On leave',
  cancelled: 'Cancelled',
  ended: 'Ended',
};

const ways: Record<Payment['way'], string> = { manual: 'Bank transfer', stripe: 'Card' };
export const wayOf = ({ way }: Pick<Payment, 'way'>): string => ways[way];

/** Says what became of a payment: `Paid`, `Refused: the card has expired`, `Given back`. */
export function outcomeOf({ kind, failure }: Pick<Payment, 'kind' | 'failure'>): string {
  if (kind === 'refunded') return 'Given back';
  if (kind === 'paid') return 'Paid';
  return failure ? `Refused: ${failure}` : 'Refused';
}

/** What packs add to a plan, in the order in which they are listed. */
export const packKinds: Record<PackKind, string> = {
  hours: 'Hours',
  orders: 'Orders',
  'active-orders': 'Active orders',
  bytes: 'Storage',
};

export const kindsOfPacks = Object.keys(packKinds) as PackKind[];

const sizes: Record<PackKind, (size: number) => string> = {
  hours: duration,
  orders: (size) => plural(size, 'order'),
  'active-orders': (size) => plural(size, 'active order'),
  bytes: fileSize,
};

/** Says what a pack adds: `10 h`, `5 orders`, `20 GB`. */
export const sizeOf = ({ kind, size }: Pick<Pack, 'kind' | 'size'>): string => sizes[kind](size);

/** What a term costs: `a month`. */
export const perTerm: Record<Term, string> = { month: 'a month', year: 'a year' };

/** Reports whether an invoice waits for its payment. */
export const isUnpaid = ({ state }: Pick<Invoice, 'state'>): boolean => state === 'open' || state === 'past-due';

/** Returns how long an invoice is overdue, empty unless it is. */
export function overdue({ state, dueAt }: Pick<Invoice, 'state' | 'dueAt'>, now: Date): string {
  if (state !== 'past-due' || !dueAt) return '';
  const days = Math.floor((now.getTime() - new Date(dueAt).getTime()) / dayMs);
  return days < 1 ? 'Overdue since today' : `${plural(days, 'day')} overdue`;
}

/** Returns the day before a day of the calendar: `2026-12-01` -> `2026-11-30`. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}

/**
 * Formats the period of a line: `01 Nov 2026 – 30 Nov 2026`. `until` is the day after the last. One day
 * stands alone, and a line without a period has an empty text.
 */
export function period(from: string | undefined, until: string | undefined): string {
  if (!from || !until) return '';
  const last = dayBefore(until);
  return last > from ? `${dayText(from)} – ${dayText(last)}` : dayText(from);
}
