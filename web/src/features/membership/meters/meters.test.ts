import { describe, expect, test } from 'vitest';
import { makeMembership, makeRetail, makeStorages } from '../../../../tests/fake/membership';
import type { MeterName } from '@/api/billing/membership';
import {
  amountText,
  eventText,
  hours,
  isDanger,
  type Metered,
  metersOf,
  meterWords,
  quotaText,
  shareOf,
} from './meters';

const account = (more: Partial<Metered> = {}): Metered => ({
  membership: makeMembership(),
  storages: makeStorages(),
  retail: makeRetail(),
  ...more,
});

function meterOf(name: MeterName, of: Metered = account()) {
  const found = metersOf(of).find((meter) => meter.name === name);
  if (!found) throw new Error(`there is no meter of ${name}`);
  return found;
}

describe('the meter of allocated hours', () => {
  test('adds what the plan and what was bought have, and is shown in hours with one decimal', () => {
    const meter = meterOf('hours');
    expect(meter.used).toBe((9 + 3.5) * 3600); // BD-351
    expect(meter.quota).toBe((40 + 10) * 3600); // BD-353
    expect(hours(meter.used)).toBe('12.5 h'); // BD-351, BD-352
    expect(hours(meter.quota)).toBe('50.0 h'); // BD-348, BD-353
    expect(meter.percent).toBe('25.0%'); // BD-349
    expect(meter.note).toBe('40.0 h in the plan'); // BD-350
  });

  test('counts hours that come with each cycle', () => {
    const retail = makeRetail({ allocatedHourSubscription: 7200 });
    expect(meterOf('hours', account({ retail })).quota).toBe(52 * 3600); // BD-353
  });

  test('has no end on an unlimited plan', () => {
    const allocatedHour = { used: 3600, quota: -1, packageAllocatedHours: -1 };
    const meter = meterOf('hours', account({ membership: makeMembership({ allocatedHour }) }));
    expect(amountText('hours', meter.quota)).toBe('∞'); // BD-359, BD-360
    expect(meter.note).toBe('∞ in the plan'); // BD-350, BD-359
    expect(meterWords(meter)).toBe('4.5 h of unlimited used');
    expect(meter).toMatchObject({ share: 0, danger: false });
  });
});

test('the meter of active orders adds what was bought to the maximum of the plan', () => {
  expect(meterOf('active-orders')).toMatchObject({ used: 4, quota: 6 }); // BD-354, BD-355
});

test('the meter of orders has those of the cycle out of the quota', () => {
  expect(meterOf('orders')).toMatchObject({ used: 18, quota: 20, danger: true }); // BD-362, BD-363
  const retail = makeRetail({ totalOrderUsed: 1, totalOrderQuota: 10 });
  expect(meterOf('orders', account({ retail }))).toMatchObject({ used: 19, quota: 30, danger: false }); // BD-362
});

test('the meter of storage has what is used out of the quota', () => {
  expect(meterWords(meterOf('storage'))).toBe('4.0 GB of 10 GB used'); // BD-356
  const storages = { ...makeStorages(), quota: -1 };
  expect(amountText('storage', meterOf('storage', account({ storages })).quota)).toBe('∞'); // BD-359
});

test('a quota below 0 is unlimited', () => {
  expect(quotaText('orders', -1)).toBe('∞'); // BD-360
  expect(quotaText('orders', 0)).toBe('0');
  expect(quotaText('orders', 1200)).toBe('1,200');
});

test('a bar has the colour of danger from 90% on', () => {
  expect([0.899, 0.9, 1].map(isDanger)).toEqual([false, true, true]); // BD-363, BD-336
});

test('the share of a quota never goes beyond its bar', () => {
  expect(shareOf(30, 20)).toBe(1);
  expect(shareOf(1, 0)).toBe(1);
  expect(shareOf(0, 0)).toBe(0);
  expect(shareOf(-5, 20)).toBe(0);
});

test('what was given back is shown below 0', () => {
  expect(amountText('storage', -2048)).toBe('-2.0 KB');
  expect(eventText('hours', -1800)).toBe('-30 minutes');
  expect(eventText('hours', 3900)).toBe('1 hr 5 mins');
  expect(eventText('orders', -1)).toBe('-1');
});

test('an account without a plan has no meters', () => {
  expect(metersOf(account({ membership: makeMembership({ state: 'none' }) }))).toEqual([]);
  expect(metersOf({})).toEqual([]);
});
