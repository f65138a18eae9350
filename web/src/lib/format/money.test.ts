import { expect, test } from 'vitest';
import { formatMoney } from './money';

test('an amount is shown with the digits of its currency', () => {
  expect(formatMoney(1250, 'USD')).toBe('$12.50');
  expect(formatMoney(-199, 'EUR')).toBe('-€1.99');
  expect(formatMoney(1250, 'JPY')).toBe('¥1,250');
  expect(formatMoney(1250, 'KWD')).toBe('KWD\u00a01.250');
});
