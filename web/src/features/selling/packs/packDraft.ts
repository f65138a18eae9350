import type { Pack, PackKind } from '@/api/billing/billing';
import { currencyDigits } from '@/lib/format/money';
import { newId } from '@/lib/newId';
import { required } from '@/shared/accounts/forms/fields';
import { decimalText } from '@/shared/billing/decimal';
import type { Errors } from '@/shared/entry/useForm';
import { readAmount, readDecimal, type Reading } from '../amounts';
import { bytesIn, hoursText, hundredths, secondsOf, storageText, type Unit, unitOf } from '../units';

/** The most packs on a price list, as in the contract. */
export const mostPacks = 100;

/** The limits of the server. */
const maxPrice = 1_000_000_000_000; // in minor units
const maxSeconds = 100_000 * 3600;
const maxOrders = 100_000;
const maxBytes = 1024 ** 5;

/** A pack while it is edited: numbers are texts, so that a half-typed one stays as it is. */
export type PackDraft = { name: string; kind: PackKind; size: string; unit: Unit; price: string; currency: string };

export const emptyPack = (currency: string): PackDraft => ({
  name: '',
  kind: 'hours',
  size: '',
  unit: 'GB',
  price: '',
  currency,
});

export function packDraftOf({ name, kind, size, price, currency }: Pack): PackDraft {
  const unit = kind === 'bytes' ? unitOf(size) : 'GB';
  const texts: Record<PackKind, () => string> = {
    hours: () => hoursText(size),
    orders: () => String(size),
    'active-orders': () => String(size),
    bytes: () => storageText(size, unit),
  };
  return { name, kind, size: texts[kind](), unit, price: decimalText(price, currencyDigits(currency)), currency };
}

/** Returns the size in the units of the server: seconds, orders or bytes. */
function readSize({ kind, size, unit }: PackDraft): Reading {
  if (kind === 'orders' || kind === 'active-orders') return readDecimal(size, 0);
  const reading = readDecimal(size, hundredths);
  if (reading.problem !== undefined) return reading;
  return { units: kind === 'hours' ? secondsOf(reading.units) : bytesIn(reading.units, unit) };
}

const mostOf: Record<PackKind, [most: number, problem: string]> = {
  hours: [maxSeconds, 'At most 100,000 hours.'],
  orders: [maxOrders, 'At most 100,000.'],
  'active-orders': [maxOrders, 'At most 100,000.'],
  bytes: [maxBytes, 'At most 1,048,576 GB.'],
};

/** Returns why a number that must be above 0 cannot be used. */
function between(reading: Reading, most: number, problem: string): string | undefined {
  if (reading.problem !== undefined) return reading.problem;
  if (reading.units < 1) return 'Enter more than 0.';
  return reading.units > most ? problem : undefined;
}

/** Returns what is wrong with a pack, by the names of the fields. */
export function packErrors(draft: PackDraft): Errors {
  return {
    name: required(draft.name),
    size: between(readSize(draft), ...mostOf[draft.kind]),
    price: between(readAmount(draft.price, draft.currency), maxPrice, 'This price is too high.'),
  };
}

/**
 * Returns the pack of a draft without errors. A size that was not changed stays exactly as it was
 * `before`, because its text is rounded.
 */
export function packOf(draft: PackDraft, before?: Pack): Pack {
  const old = before && packDraftOf(before);
  const same = old && old.kind === draft.kind && old.size === draft.size && old.unit === draft.unit;
  return {
    id: before?.id ?? newId(),
    name: draft.name.trim(),
    kind: draft.kind,
    size: same ? before.size : (readSize(draft).units ?? 0),
    price: readAmount(draft.price, draft.currency).units ?? 0,
    currency: draft.currency,
  };
}
