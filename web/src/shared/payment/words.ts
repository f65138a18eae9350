import type { PaymentMethod } from '@/api/billing/payment';

const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  unknown: 'Card',
  visa: 'Visa',
};

/** Returns the name of a brand. A brand that the app does not know is capitalised. */
export function brandName(brand: string): string {
  const known = brands[brand.toLowerCase()];
  if (known) return known;
  const words = brand.replaceAll('_', ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'Card';
}

/** Names a card by its brand and the end of its number: `Visa •••• 4242`. */
export const cardName = ({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string =>
  `${brandName(brand)} •••• ${last4}`;

/** Reports whether a card is over. It can be charged until the end of its month. */
export function isExpired({ expires }: Pick<PaymentMethod, 'expires'>, now: Date): boolean {
  const [month = NaN, year = NaN] = expires.split('/').map(Number);
  // Months count from zero here, so this is the first day after the month of the card.
  return now.getTime() >= new Date(year, month, 1).getTime();
}
