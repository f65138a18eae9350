import { expect, test } from 'vitest';
import { brandName, cardName, isExpired } from './words';

test.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['girocard', 'Girocard'],
  ['carte_bleue', 'Carte bleue'],
  ['unknown', 'Card'],
  ['', 'Card'],
])('the brand %s is called %s', (brand, name) => expect(brandName(brand)).toBe(name));

test('a card is named by its brand and the end of its number', () => {
  expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa •••• 4242');
});

test('a card can be charged until the end of its month, where the user is', () => {
  const card = { expires: '04/2029' };
  expect(isExpired(card, new Date(2029, 3, 30, 23, 59))).toBe(false);
  expect(isExpired(card, new Date(2029, 4, 1))).toBe(true);
  expect(isExpired({ expires: '12/2028' }, new Date(2028, 11, 31, 23))).toBe(false);
  expect(isExpired({ expires: '12/2028' }, new Date(2029, 0, 1))).toBe(true);
  expect(isExpired({ expires: '' }, new Date(2029, 0, 1))).toBe(false);
});
