import { tenders } from './tenders';

/** The currencies to choose from before another one is typed. */
const common = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY', 'INR', 'SGD'];

let names: Intl.DisplayNames | undefined;

const option = (code: string) => {
  names ??= new Intl.DisplayNames(['en'], { type: 'currency' });
  return { value: code, label: `${code} – ${names.of(code) ?? code}` };
};

/** Returns the currencies to choose from: the common ones, the chosen one, and one whose code was typed. */
export function currencyOptions(chosen: string, typed: string) {
  const code = typed.trim().toUpperCase();
  const known = tenders.includes(code);
  return [...new Set([...common, chosen, ...(known ? [code] : [])])].map(option);
}
