import { describe, expect, test } from 'vitest';
import { makeMembership, makeOffer } from '../../../tests/fake/membership';
import type { Subscription } from '@/api/billing/membership';
import { percent } from '@/shared/billing/decimal';
import { daysOf, priceOf, timeOf } from '@/shared/billing/words';
import { labelOf, scheduledWords, stateWords } from './words';

describe('the label beside the plan', () => {
  test('has a date when something has to be paid', () => {
    expect(labelOf(makeMembership())).toEqual({ label: 'Next Payment Due Date', on: '10 Dec 2026' }); // BD-427
  });

  test('has no date for a subscription that is not active', () => {
    const membership = makeMembership({ label: 'Subscription Inactive', inactive: true });
    expect(labelOf(membership)).toEqual({ label: 'Subscription Inactive', on: '' }); // BD-427
  });

  test('has the end of the cycle on a free plan and during the trial', () => {
    const membership = makeMembership({ label: 'Monthly Cycle', dueOn: undefined });
    expect(labelOf(membership)).toEqual({ label: 'Monthly Cycle', on: 'until 09 Dec 2026' }); // BD-427
  });
});

test('the state of a subscription is said in words', () => {
  const base: Subscription = {
    state: 'active',
    label: '',
    inactive: false,
    open: true,
    offer: makeOffer('Studio'),
    until: '2026-12-10',
    leaveUntil: '2027-01-15',
  };
  expect(stateWords(base)).toBe('A new cycle begins on 10 Dec 2026, and its invoice is written then.');
  expect(stateWords({ ...base, offer: makeOffer('Free', { price: 0 }) })).toBe('A new cycle begins on 10 Dec 2026.');
  expect(stateWords({ ...base, next: { kind: 'leave', on: '2026-12-10' } })).toBe('This cycle ends on 09 Dec 2026.');
  expect(stateWords({ ...base, state: 'trial' })).toBe('You try this plan for free until 09 Dec 2026.');
  expect(stateWords({ ...base, state: 'on-leave' })).toMatch(/until 15 Jan 2027/);
  expect(stateWords({ ...base, state: 'cancelled' })).toMatch(/until 09 Dec 2026/);
});

test('a scheduled change is said with its day', () => {
  const on = '2026-12-10';
  expect(scheduledWords({ kind: 'downgrade', on, plan: 'Starter' })).toBe(
    'Your plan changes to Starter on 10 Dec 2026.',
  );
  expect(scheduledWords({ kind: 'leave', on, until: '2027-01-15' })).toBe(
    'Your subscription goes on leave on 10 Dec 2026, until 15 Jan 2027.',
  );
  expect(scheduledWords({ kind: 'cancel', on })).toBe('Your subscription ends with its cycle, after 09 Dec 2026.');
});

test('a line of a bill says its first and last day, and how many they are', () => {
  expect(daysOf({ from: '2026-11-25', until: '2026-12-10' })).toBe('25 Nov 2026 – 09 Dec 2026, 15 days');
  expect(daysOf({ from: '2026-11-25', until: '2026-11-26' })).toBe('25 Nov 2026, 1 day');
  expect(daysOf({})).toBe('');
  const work = {
    kind: 'work',
    name: 'Order PB-1042',
    quantity: 7,
    price: 60_00,
    amount: 105_00,
    taxRate: 20_000,
  } as const;
  expect(timeOf({ ...work, seconds: 6300 }, 'USD')).toBe('1 hr 45 mins at $60.00 an hour');
  expect(timeOf(work, 'USD')).toBeUndefined();
});

test('prices and tax rates are written as people read them', () => {
  expect(priceOf(makeOffer('Studio'))).toBe('$30.00 a month');
  expect(priceOf(makeOffer('Starter', { price: 0 }))).toBe('Free');
  expect(priceOf(makeOffer('Hourly', { price: 0, payg: true, hourPrice: 60_00 }))).toBe('Free, $60.00 an hour');
  expect([19_000, 7_700, 0].map(percent)).toEqual(['19%', '7.7%', '0%']);
});
