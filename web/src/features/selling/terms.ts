import type { SellingTerms } from '@/api/billing';
import { rateDigits, shortDecimal } from '@/shared/billing/decimal';
import type { Errors } from '@/shared/entry/useForm';
import { readDecimal } from './amounts';

/** The limits of the server. */
export const bankLimit = 500;
const wholeTax = 100_000;
const maxDays = 90;

/** The days in which an invoice has to be paid, unless others are set. */
const usualDays = 14;

export type TermsDraft = { tax: string; days: string; bank: string; zone: string };

export const termsDraft = ({ taxRate, paymentDays, bankDetails, timeZone = '' }: SellingTerms): TermsDraft => ({
  tax: shortDecimal(taxRate, rateDigits),
  days: String(paymentDays || usualDays),
  bank: bankDetails,
  zone: timeZone,
});

/** Returns what is wrong with terms, by the names of the fields. */
export function termsErrors({ tax, days }: TermsDraft): Errors {
  const rate = readDecimal(tax, rateDigits);
  const time = readDecimal(days, 0);
  return {
    tax: rate.problem ?? (rate.units > wholeTax ? 'At most 100%.' : undefined),
    days: time.problem ?? (time.units < 1 || time.units > maxDays ? 'Between 1 and 90 days.' : undefined),
  };
}

/** Returns the terms of a draft without errors. */
export const termsOf = ({ tax, days, bank, zone }: TermsDraft): SellingTerms => ({
  taxRate: readDecimal(tax, rateDigits).units ?? 0,
  paymentDays: readDecimal(days, 0).units ?? 0,
  bankDetails: bank.trim(),
  ...(zone && { timeZone: zone }),
});
