import { describe, expect, test } from 'vitest';
import type { InvoiceState, PackKind, SubscriptionState } from '@/api/billing/billing';
import { decimalText, percent, shortDecimal } from './decimal';
import {
  invoiceStates,
  isUnpaid,
  outcomeOf,
  overdue,
  packKinds,
  period,
  sizeOf,
  subscriptionStates,
  wayOf,
} from './words';

test.each<[InvoiceState, string, boolean]>([
  ['draft', 'Draft', false],
  ['open', 'Open', true],
  ['past-due', 'Past due', true],
  ['paid', 'Paid', false],
  ['void', 'Void', false],
  ['refunded', 'Refunded', false],
])('an invoice that is %s shows as %s', (state, word, unpaid) => {
  expect(invoiceStates[state]).toBe(word);
  expect(isUnpaid({ state })).toBe(unpaid);
});

test.each<[SubscriptionState, string]>([
  ['none', 'No plan'],
  ['trial', 'Free trial'],
  ['active', 'Active'],
  ['past-due', 'Past due'],
  ['on-leave', 'On leave'],
  ['cancelled', 'Cancelled'],
  ['ended', 'Ended'],
])('a subscription that is %s shows as %s', (state, word) => {
  expect(subscriptionStates[state]).toBe(word);
});

test.each<[PackKind, number, string, string]>([
  ['hours', 36_000, 'Hours', '10 hrs'],
  ['orders', 5, 'Orders', '5 orders'],
  ['active-orders', 1, 'Active orders', '1 active order'],
  ['bytes', 20 * 1024 ** 3, 'Storage', '20 GB'],
])('a pack of %s of %i is of %s, and adds %s', (kind, size, word, added) => {
  expect(packKinds[kind]).toBe(word);
  expect(sizeOf({ kind, size })).toBe(added);
});

test('every payment says what became of it and how it came', () => {
  expect(outcomeOf({ kind: 'paid' })).toBe('Paid');
  expect(outcomeOf({ kind: 'refunded' })).toBe('Given back');
  expect(outcomeOf({ kind: 'refused' })).toBe('Refused');
  expect(outcomeOf({ kind: 'refused', failure: 'The card has expired.' })).toBe('Refused: The card has expired.');
  expect(wayOf({ way: 'manual' })).toBe('Bank transfer');
  expect(wayOf({ way: 'stripe' })).toBe('Card');
});

test.each([
  ['2026-11-01', '2026-12-01', '01 Nov 2026 – 30 Nov 2026'], // `until` is the day after the last
  ['2026-02-01', '2026-03-01', '01 Feb 2026 – 28 Feb 2026'],
  ['2028-02-01', '2028-03-01', '01 Feb 2028 – 29 Feb 2028'],
  ['2026-12-15', '2027-01-01', '15 Dec 2026 – 31 Dec 2026'],
  ['2026-03-29', '2026-03-30', '29 Mar 2026'], // one day, on which summer time begins
  [undefined, '2026-12-01', ''],
  ['2026-11-01', undefined, ''],
])('the period from %s until %s reads %s', (from, until, text) => {
  expect(period(from, until)).toBe(text);
});

describe('an overdue invoice', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  test.each<[InvoiceState, string | undefined, string]>([
    ['past-due', '2026-11-09T00:00:00Z', '12 days overdue'], // due on the 8th
    ['past-due', '2026-11-19T00:00:00Z', '2 days overdue'],
    ['past-due', '2026-11-20T00:00:00Z', '1 day overdue'], // due yesterday
    ['past-due', undefined, ''],
    ['open', '2026-11-08T10:00:00Z', ''],
    ['paid', '2026-11-08T10:00:00Z', ''],
  ])('%s, due %s: %s', (state, dueAt, text) => {
    expect(overdue({ state, dueAt }, now)).toBe(text);
  });
});

test.each([
  [1250, 2, '12.50', '12.5'],
  [1200, 2, '12.00', '12'],
  [5, 2, '0.05', '0.05'],
  [0, 2, '0.00', '0'],
  [-1250, 2, '-12.50', '-12.5'],
  [1200, 0, '1200', '1200'],
  [1234, 3, '1.234', '1.234'],
])('%i units with %i digits are %s, or %s', (units, digits, text, short) => {
  expect(decimalText(units, digits)).toBe(text);
  expect(shortDecimal(units, digits)).toBe(short);
});

test.each([
  [0, '0%'],
  [19_000, '19%'],
  [7700, '7.7%'],
  [8875, '8.875%'],
  [100_000, '100%'],
])('a tax rate of %i thousandths is %s', (rate, text) => {
  expect(percent(rate)).toBe(text);
});
