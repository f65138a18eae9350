import type { Profile } from '@/api/generated';
import type { MeterName } from '@/api/billing/membership';
import { duration } from '@/lib/format/duration';
import { fileSize } from '@/lib/format/text';

/** The part of a bar from which it has the colour of danger. */
const dangerShare = 0.9;

/** What the arithmetic needs of a profile. */
export type Metered = Pick<Profile, 'membership' | 'storages' | 'retail'>;

export type Meter = {
  name: MeterName;
  label: string;
  used: number;
  /** Infinity for unlimited. */
  quota: number;
  /** What is used of the quota, from 0 to 1. */
  share: number;
  /** The share as text, only for hours. */
  percent?: string;
  danger: boolean;
  /** Another line of the meter. */
  note?: string;
};

/** A quota below 0 is unlimited (BD-360). */
const limit = (quota: number): number => (quota < 0 ? Infinity : quota);

/** Returns the part of a quota that is used, from 0 to 1. A quota of 0 is used up by anything. */
export function shareOf(used: number, quota: number): number {
  if (quota === Infinity || used <= 0) return 0;
  return quota > 0 ? Math.min(1, used / quota) : 1;
}

/** Reports whether so much is used that a bar has the colour of danger (BD-363, BD-336). */
export const isDanger = (share: number): boolean => share >= dangerShare;

/** Formats seconds as hours with one decimal (BD-352). */
export const hours = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`;

const count = (orders: number): string => orders.toLocaleString('en');

/** Formats a size that may be below 0, for what was given back. */
const size = (bytes: number): string => (bytes < 0 ? `-${fileSize(-bytes)}` : fileSize(bytes));

const formats: Record<MeterName, (amount: number) => string> = {
  hours,
  orders: count,
  'active-orders': count,
  storage: size,
};

/** Formats an amount of a meter. Unlimited is an infinity sign (BD-359). */
export const amountText = (name: MeterName, amount: number): string =>
  amount === Infinity ? '∞' : formats[name](amount);

/** Formats a quota of a plan, which is unlimited below 0. */
export const quotaText = (name: MeterName, quota: number): string => amountText(name, limit(quota));

/** Formats the amount of one event. Work is shown to the minute, so that its sum is what the meter has. */
export function eventText(name: MeterName, amount: number): string {
  if (name !== 'hours') return amountText(name, amount);
  return `${amount < 0 ? '-' : ''}${duration(Math.abs(amount))}`;
}

export const meterLabels: Record<MeterName, string> = {
  hours: 'Allocated hours',
  'active-orders': 'Active orders',
  orders: 'Orders in this cycle',
  storage: 'Storage',
};

function meter(name: MeterName, used: number, quota: number, more: Partial<Meter> = {}): Meter {
  const share = shareOf(used, quota);
  return { name, label: meterLabels[name], used, quota, share, danger: isDanger(share), ...more };
}

/**
 * Returns the meters of an account: what its plan has and what was bought beside it, together
 * (D-55). It is empty without a plan.
 */
export function metersOf({ membership, storages, retail }: Metered): Meter[] {
  if (!membership || !storages || !retail || membership.state === 'none') return [];
  const { allocatedHour, orders } = membership;
  const worked = meter(
    'hours',
    allocatedHour.used + retail.allocatedHourUsed,
    limit(allocatedHour.quota) + retail.allocatedHourExtra + retail.allocatedHourSubscription,
    { note: `${quotaText('hours', allocatedHour.packageAllocatedHours)} in the plan` },
  );
  return [
    { ...worked, percent: `${(worked.share * 100).toFixed(1)}%` },
    meter('active-orders', orders.currentActiveOrder, limit(orders.maximumActiveOrder) + retail.activeOrderQuota),
    meter('orders', orders.used + retail.totalOrderUsed, limit(orders.quota) + retail.totalOrderQuota),
    meter('storage', storages.used, limit(storages.quota)),
  ];
}

/** Returns a meter as a sentence for screen readers. */
export function meterWords({ name, used, quota, percent }: Meter): string {
  const of = quota === Infinity ? 'unlimited' : amountText(name, quota);
  return `${amountText(name, used)} of ${of} used${percent && quota !== Infinity ? `, ${percent}` : ''}`;
}
