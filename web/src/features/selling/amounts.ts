import { currencyDigits } from '@/lib/format/money';

/** What a typed number is: its value in the smallest units, or why it cannot be used. */
export type Reading = { units: number; problem?: undefined } | { units?: undefined; problem: string };

/** The most digits of a value, which the browser still represents exactly. */
const longest = 15;

const places = (digits: number): string =>
  digits === 0
    ? 'Enter a whole number.'
    : `Enter a number with at most ${digits} ${digits === 1 ? 'digit' : 'digits'} after the point.`;

/**
 * Reads a typed decimal number as a whole number of the smallest units: `readDecimal('12.5', 2)` is 1250.
 * It handles the digits as text, because floating-point numbers would round amounts.
 */
export function readDecimal(text: string, digits: number): Reading {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return { problem: text.trim() ? 'Enter a number like 12 or 12.50.' : 'Required!' };
  if (fraction.length > digits) return { problem: places(digits) };
  const significant = whole.replace(/^0+(?=\d)/, '');
  if (significant.length + digits > longest) return { problem: 'This number is too large.' };
  return { units: Number(significant + fraction.padEnd(digits, '0')) };
}

/** Reads a typed amount of a currency in minor units. */
export const readAmount = (text: string, currency: string): Reading => readDecimal(text, currencyDigits(currency));
