import type {
  BillLine,
  Invoice,
  InvoiceState,
  Pack,
  PackKind,
  Payment,
  PlanOffer,
  SubscriptionState,
  Term,
} from '@/api/generated/billing';
import { dayText } from '@/lib/format/dates';
import { duration } from '@/lib/format/duration';
import { formatMoney } from '@/lib/format/money';
import { fileSize, plural } from '@/lib/format/text';

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

/** Formats the price of an hour of work: `$60.00 an hour`. */
export const perHour = (price: number, currency: string): string => `${formatMoney(price, currency)} an hour`;

/** Returns what a plan costs: `$49.00 a month`, `Free`, or `Free, $60.00 an hour`. */
export function priceOf({ price, currency, term, payg, hourPrice }: PlanOffer): string {
  if (price > 0) return `${formatMoney(price, currency)} ${perTerm[term]}`;
  if (!payg) return 'Free';
  return hourPrice ? `Free, ${perHour(hourPrice, currency)}` : 'Free, pay as you go';
}

/** Reports whether an invoice waits for its payment. */
export const isUnpaid = ({ state }: Pick<Invoice, 'state'>): boolean => state === 'open' || state === 'past-due';

/** Returns for how many days an invoice is overdue, empty unless it is. Its due moment ends the day that is printed. */
export function overdue({ state, dueAt }: Pick<Invoice, 'state' | 'dueAt'>, now: Date): string {
  if (state !== 'past-due' || !dueAt) return '';
  const days = Math.floor((now.getTime() - new Date(dueAt).getTime()) / dayMs) + 1;
  return `${plural(days, 'day')} overdue`;
}

/** Returns the day before a day of the calendar: `2026-12-01` -> `2026-11-30`. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}

/** Formats the last day of a cycle, whose end is the day after it: `2026-12-01` -> `30 Nov 2026`. */
export const lastDay = (until: string | undefined): string => (until ? dayText(dayBefore(until)) : '');

/**
 * Formats the period of a line: `01 Nov 2026 – 30 Nov 2026`. `until` is the day after the last. One day
 * stands alone, and a line without a period has an empty text.
 */
export function period(from: string | undefined, until: string | undefined): string {
  if (!from || !until) return '';
  const last = dayBefore(until);
  return last > from ? `${dayText(from)} – ${dayText(last)}` : dayText(from);
}

/** Names a line of a bill. */
export function lineName({ kind, name, each }: BillLine): string {
  if (kind === 'unused') return `Unused days of ${name}`;
  return each ? `${name}, with each cycle` : name;
}

/** Says which days a line of a bill is for: `25 Nov 2026 – 24 Dec 2026, 30 days`. */
export function daysOf({ from, until }: Pick<BillLine, 'from' | 'until'>): string {
  if (!from || !until) return '';
  const days = Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
  return `${period(from, until)}, ${plural(days, 'day')}`;
}

/** Says which time a line of a bill is for: `1 hr 45 mins at $60.00 an hour`. Undefined for other lines. */
export const timeOf = ({ seconds, price }: BillLine, currency: string): string | undefined =>
  seconds === undefined ? undefined : `${duration(seconds)} at ${perHour(price, currency)}`;
