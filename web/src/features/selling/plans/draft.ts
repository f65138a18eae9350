import type { PlanOffer, Term } from '@/api/billing/billing';
import { currencyDigits } from '@/lib/format/money';
import { required } from '@/shared/accounts/forms/fields';
import { decimalText } from '@/shared/billing/decimal';
import type { Errors } from '@/shared/entry/useForm';
import { readAmount, readDecimal, type Reading } from '../amounts';
import { bytesIn, hoursText, hundredths, secondsOf, storageText, type Unit, unitOf } from '../units';

/** The limits of the server. */
export const nameLimit = 100;
const maxPrice = 1_000_000_000_000; // in minor units
const maxSeconds = 100_000 * 3600;
const maxOrders = 100_000;
const maxBytes = 1024 ** 5;
const maxTrialDays = 365;

/** A quota as it is typed. */
export type QuotaDraft = { unlimited: boolean; text: string };

/** A plan while it is edited: numbers are texts, so that a half-typed one stays as it is. */
export type Draft = {
  name: string;
  price: string;
  currency: string;
  term: Term;
  hours: QuotaDraft;
  orders: QuotaDraft;
  activeOrders: QuotaDraft;
  storage: QuotaDraft;
  unit: Unit;
  trialDays: string;
  payg: boolean;
  /** Of work on orders, if it is pay as you go. */
  hourPrice: string;
  /** Only the chosen services can be ordered. */
  limited: boolean;
  services: string[];
};

export const emptyDraft: Draft = {
  name: '',
  price: '0',
  currency: 'EUR',
  term: 'month',
  hours: { unlimited: false, text: '' },
  orders: { unlimited: true, text: '' },
  activeOrders: { unlimited: false, text: '' },
  storage: { unlimited: false, text: '' },
  unit: 'GB',
  trialDays: '0',
  payg: false,
  hourPrice: '',
  limited: false,
  services: [],
};

const quota = (value: number, text: (value: number) => string): QuotaDraft =>
  value < 0 ? { unlimited: true, text: '' } : { unlimited: false, text: text(value) };

export function draftOf(offer: PlanOffer): Draft {
  const unit = unitOf(offer.storage);
  return {
    name: offer.name,
    price: decimalText(offer.price, currencyDigits(offer.currency)),
    currency: offer.currency,
    term: offer.term,
    hours: quota(offer.hours, hoursText),
    orders: quota(offer.orders, String),
    activeOrders: quota(offer.activeOrders, String),
    storage: quota(offer.storage, (bytes) => storageText(bytes, unit)),
    unit,
    trialDays: String(offer.trialDays ?? 0),
    payg: offer.payg ?? false,
    hourPrice: offer.hourPrice ? decimalText(offer.hourPrice, currencyDigits(offer.currency)) : '',
    limited: Boolean(offer.services?.length),
    services: offer.services ?? [],
  };
}

/** Reports whether a price is 0. Pay as you go is for such plans only. */
export const isFree = ({ price, currency }: Draft): boolean => readAmount(price, currency).units === 0;

/** Reports whether the hours of a plan are paid after the work. */
export const isHourly = (draft: Draft): boolean => draft.payg && isFree(draft);

const readHourPrice = ({ hourPrice, currency }: Draft): Reading => {
  const reading = readAmount(hourPrice, currency);
  return reading.units === 0 ? { problem: 'An hour must cost more than 0.' } : reading;
};

function above(reading: Reading, most: number, problem: string): string | undefined {
  return reading.problem ?? (reading.units > most ? problem : undefined);
}

/** Returns what a quota is, in the units of the server. */
function readQuota({ unlimited, text }: QuotaDraft, digits = 0, of = (typed: number) => typed): Reading {
  if (unlimited) return { units: -1 };
  const reading = readDecimal(text, digits);
  return reading.problem === undefined ? { units: of(reading.units) } : reading;
}

const readHours = ({ hours }: Draft): Reading => readQuota(hours, hundredths, secondsOf);
const readStorage = ({ storage, unit }: Draft): Reading =>
  readQuota(storage, hundredths, (size) => bytesIn(size, unit));

/** Returns what is wrong with a plan, by the names of the fields. */
export function draftErrors(draft: Draft): Errors {
  const orders = 'At most 100,000, or unlimited.';
  const tooHigh = 'This price is too high.';
  return {
    name: required(draft.name),
    price: above(readAmount(draft.price, draft.currency), maxPrice, tooHigh),
    hourPrice: isHourly(draft) ? above(readHourPrice(draft), maxPrice, tooHigh) : undefined,
    hours: above(readHours(draft), maxSeconds, 'At most 100,000 hours, or unlimited.'),
    orders: above(readQuota(draft.orders), maxOrders, orders),
    activeOrders: above(readQuota(draft.activeOrders), maxOrders, orders),
    storage: above(readStorage(draft), maxBytes, 'At most 1,048,576 GB, or unlimited.'),
    trialDays: above(readDecimal(draft.trialDays, 0), maxTrialDays, 'At most 365 days.'),
    services: draft.limited && draft.services.length === 0 ? 'Choose at least one service.' : undefined,
  };
}

/** Returns the units of a text that has no errors. */
const units = (reading: Reading): number => reading.units ?? 0;

/**
 * Returns the offer of a draft without errors. Hours and storage that were not changed stay exactly as
 * they were `before`, because their texts are rounded.
 */
export function offerOf(draft: Draft, before?: PlanOffer): PlanOffer {
  const old = before && draftOf(before);
  const same = (...names: (keyof Draft)[]) =>
    names.every((name) => JSON.stringify(old?.[name]) === JSON.stringify(draft[name]));
  return {
    name: draft.name.trim(),
    price: units(readAmount(draft.price, draft.currency)),
    currency: draft.currency,
    term: draft.term,
    hours: before && same('hours') ? before.hours : units(readHours(draft)),
    orders: units(readQuota(draft.orders)),
    activeOrders: units(readQuota(draft.activeOrders)),
    storage: before && same('storage', 'unit') ? before.storage : units(readStorage(draft)),
    trialDays: units(readDecimal(draft.trialDays, 0)),
    payg: isHourly(draft),
    ...(isHourly(draft) && { hourPrice: units(readHourPrice(draft)) }),
    ...(draft.limited && { services: draft.services }),
  };
}
