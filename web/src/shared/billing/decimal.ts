/**
 * Formats a whole number of the smallest units as a decimal number, without floating-point numbers:
 * `decimalText(1250, 2)` -> `12.50`.
 */
export function decimalText(units: number, digits: number): string {
  if (digits === 0) return String(units);
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  return `${units < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Formats it without zeros at its end: `shortDecimal(1250, 2)` -> `12.5`. */
export function shortDecimal(units: number, digits: number): string {
  const text = decimalText(units, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The digits of a tax rate after the point. It is in thousandths of a percent. */
export const rateDigits = 3;

/** Formats a tax rate: `19000` -> `19%`. */
export const percent = (rate: number): string => `${shortDecimal(rate, rateDigits)}%`;
