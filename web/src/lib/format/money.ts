const formatOf = (currency: string) => new Intl.NumberFormat('en', { style: 'currency', currency });

/** Returns how many digits a currency has after the point. */
export function currencyDigits(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Formats an amount in minor units of an ISO 4217 currency, for instance 1250 in USD as `$12.50`. `symbol`
 * takes the place of the usual sign of the currency.
 */
export function formatMoney(minor: number, currency: string, symbol?: string): string {
  const parts = formatOf(currency).formatToParts(minor / 10 ** currencyDigits(currency));
  return parts.map(({ type, value }) => (type === 'currency' ? (symbol ?? value) : value)).join('');
}
