import type { SellingTerms } from '@/api/billing/billing';
import { numberPrefixPattern } from '@/api/generated/contract';
import { rateDigits, shortDecimal } from '@/shared/billing/decimal';
import type { Errors } from '@/shared/entry/useForm';
import { readDecimal } from './amounts';

/** The limits of the server. */
export const bankLimit = 500;
const wholeTax = 100_000;
const maxDays = 90;

/** The days in which an invoice has to be paid, unless others are set. */
const usualDays = 14;

/** What numbers begin with where no other prefix was chosen. */
export const usualPrefix = 'PB';

export type TermsDraft = { tax: string; days: string; bank: string; zone: string; prefix: string };

export const termsDraft = ({
  taxRate,
  paymentDays,
  bankDetails,
  timeZone = '',
  numberPrefix = '',
}: SellingTerms): TermsDraft => ({
  tax: shortDecimal(taxRate, rateDigits),
  days: String(paymentDays || usualDays),
  bank: bankDetails,
  zone: timeZone,
  prefix: numberPrefix,
});

/** Returns what the numbers of a draft begin with. */
export const prefixOf = ({ prefix }: TermsDraft): string => (prefix || usualPrefix).toUpperCase();

/** Returns what is wrong with terms, by the names of the fields. */
export function termsErrors({ tax, days, prefix }: TermsDraft): Errors {
  const rate = readDecimal(tax, rateDigits);
  const time = readDecimal(days, 0);
  return {
    tax: rate.problem ?? (rate.units > wholeTax ? 'At most 100%.' : undefined),
    days: time.problem ?? (time.units < 1 || time.units > maxDays ? 'Between 1 and 90 days.' : undefined),
    prefix: prefix && !numberPrefixPattern.test(prefix) ? 'Two to five letters.' : undefined,
  };
}

/** Returns the terms of a draft without errors. */
export const termsOf = ({ tax, days, bank, zone, prefix }: TermsDraft): SellingTerms => ({
  taxRate: readDecimal(tax, rateDigits).units ?? 0,
  paymentDays: readDecimal(days, 0).units ?? 0,
  bankDetails: bank.trim(),
  ...(zone && { timeZone: zone }),
  ...(prefix && { numberPrefix: prefix.toUpperCase() }),
});
