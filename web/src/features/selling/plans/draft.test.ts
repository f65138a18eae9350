import { describe, expect, test } from 'vitest';
import type { PlanOffer } from '@/api/billing/billing';
import { readAmount, readDecimal } from '../amounts';
import { currencyOptions } from '../currencies';
import { type Draft, draftErrors, draftOf, emptyDraft, offerOf } from './draft';
import { prefixOf, termsDraft, termsErrors, termsOf } from '../terms';
import { priceOf } from '@/shared/billing/words';
import { currencyHint, servicesOf, trialOf } from '../words';

const number = 'Enter a number like 12 or 12.50.';

test.each<[string, string, number | string]>([
  ['12', 'EUR', 1200],
  ['12.5', 'EUR', 1250],
  ['12.50', 'EUR', 1250],
  ['0', 'EUR', 0],
  ['00012.05', 'EUR', 1205],
  [' 12 ', 'EUR', 1200],
  ['0.29', 'EUR', 29], // 0.29 * 100 is no whole number for floating point
  ['4503599627370.49', 'EUR', 450_359_962_737_049],
  ['1200', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  ['12.345', 'EUR', 'Enter a number with at most 2 digits after the point.'],
  ['12.0', 'JPY', 'Enter a whole number.'],
  ['', 'EUR', 'Required!'],
  ['  ', 'EUR', 'Required!'],
  ['12,50', 'EUR', number],
  ['1,200', 'EUR', number],
  ['-1', 'EUR', number],
  ['12.', 'EUR', number],
  ['.5', 'EUR', number],
  ['1e3', 'EUR', number],
  ['€12', 'EUR', number],
  ['١٢', 'EUR', number],
  ['12345678901234', 'EUR', 'This number is too large.'],
])('the amount %j in %s is %s', (text, currency, expected) => {
  const { units, problem } = readAmount(text, currency);
  expect(problem ?? units).toBe(expected);
});

test('one digit after the point has a singular', () => {
  expect(readDecimal('1.25', 1).problem).toBe('Enter a number with at most 1 digit after the point.');
});

const offer: PlanOffer = {
  name: 'Starter',
  price: 4900,
  currency: 'EUR',
  term: 'month',
  hours: 5400,
  orders: -1,
  activeOrders: 4,
  storage: 1_610_612_736,
  trialDays: 14,
  payg: false,
};

describe('the draft of a plan', () => {
  const draft = draftOf(offer);

  test('has hours, and sizes in a unit in which they are short', () => {
    expect(draft).toMatchObject({
      price: '49.00',
      hours: { unlimited: false, text: '1.5' },
      orders: { unlimited: true },
      storage: { text: '1.5' },
      unit: 'GB',
      limited: false,
    });
    expect(draftOf({ ...offer, storage: 500 * 1024 ** 2 })).toMatchObject({ storage: { text: '500' }, unit: 'MB' });
  });

  test('becomes the same offer again', () => {
    expect(Object.values(draftErrors(draft)).filter(Boolean)).toEqual([]);
    expect(offerOf(draft)).toEqual(offer);
    expect(offerOf(draftOf({ ...offer, services: ['a'] }))).toMatchObject({ services: ['a'] });
  });

  test('keeps hours and sizes that have no short text, unless they are changed', () => {
    const odd = { ...offer, hours: 5401, storage: 1_610_612_737 };
    expect(offerOf(draftOf(odd), odd)).toEqual(odd);
    expect(offerOf({ ...draftOf(odd), hours: { unlimited: false, text: '2' } }, odd)).toMatchObject({
      hours: 7200,
      storage: odd.storage,
    });
    expect(offerOf({ ...draftOf(odd), unit: 'MB' }, odd).storage).toBe(1.5 * 1024 ** 2);
  });

  test('the largest storage is exact', () => {
    const large: Draft = { ...draft, storage: { unlimited: false, text: '1048576' } };
    expect(draftErrors(large)['storage']).toBeUndefined();
    expect(offerOf(large).storage).toBe(1024 ** 5);
  });

  test('only a free plan is pay as you go', () => {
    const hourly = { ...draft, payg: true, hourPrice: '60' };
    expect(offerOf(hourly)).toMatchObject({ payg: false });
    expect(offerOf(hourly)).not.toHaveProperty('hourPrice');
    expect(offerOf({ ...hourly, price: '0.00' })).toMatchObject({ payg: true, hourPrice: 6000 });
    expect(draftOf({ ...offer, price: 0, payg: true, hourPrice: 6050 })).toMatchObject({ hourPrice: '60.50' });
  });

  test.each<[Partial<Draft>, string, string]>([
    [{ name: '  ' }, 'name', 'Required!'],
    [{ price: '' }, 'price', 'Required!'],
    [{ price: '10000000000.01' }, 'price', 'This price is too high.'],
    [{ price: '12.50', currency: 'JPY' }, 'price', 'Enter a whole number.'],
    [{ hours: { unlimited: false, text: '' } }, 'hours', 'Required!'],
    [{ hours: { unlimited: false, text: '100000.01' } }, 'hours', 'At most 100,000 hours, or unlimited.'],
    [{ orders: { unlimited: false, text: '1.5' } }, 'orders', 'Enter a whole number.'],
    [{ activeOrders: { unlimited: false, text: '100001' } }, 'activeOrders', 'At most 100,000, or unlimited.'],
    [{ storage: { unlimited: false, text: '1048576.01' } }, 'storage', 'At most 1,048,576 GB, or unlimited.'],
    [{ trialDays: '366' }, 'trialDays', 'At most 365 days.'],
    [{ limited: true }, 'services', 'Choose at least one service.'],
    [{ price: '0', payg: true, hourPrice: ' ' }, 'hourPrice', 'Required!'],
    [{ price: '0', payg: true, hourPrice: '0.00' }, 'hourPrice', 'An hour must cost more than 0.'],
    [{ price: '0', payg: true, hourPrice: '10000000000.01' }, 'hourPrice', 'This price is too high.'],
  ])('%j is refused at %s', (changed, field, problem) => {
    const errors = draftErrors({ ...draft, ...changed });
    expect(errors[field]).toBe(problem);
    expect(Object.values(errors).filter(Boolean)).toHaveLength(1);
  });

  test('a new one needs a name and its quotas', () => {
    const errors = draftErrors(emptyDraft);
    expect(Object.keys(errors).filter((name) => errors[name])).toEqual(['name', 'hours', 'activeOrders', 'storage']);
  });
});

test('currencies are the common ones, the chosen one, and one whose code is typed', () => {
  const codes = (chosen: string, typed: string) => currencyOptions(chosen, typed).map(({ value }) => value);
  expect(codes('EUR', '')).toContain('USD');
  expect(codes('EUR', '')).not.toContain('BRL');
  expect(codes('BRL', '')).toContain('BRL');
  expect(codes('EUR', ' brl ')).toContain('BRL');
  for (const none of ['zzz', 'HRK', 'XAU', 'CHE']) expect(codes('EUR', none)).toEqual(codes('EUR', '')); // D-58
  expect(currencyOptions('EUR', '')[0]).toEqual({ value: 'EUR', label: 'EUR – Euro' });
});

test('a plan says what it costs and what it is for', () => {
  expect(priceOf(offer)).toBe('€49.00 a month');
  expect(priceOf({ ...offer, term: 'year', currency: 'USD' })).toBe('$49.00 a year');
  expect(priceOf({ ...offer, price: 0 })).toBe('Free');
  expect(priceOf({ ...offer, price: 0, payg: true })).toBe('Free, pay as you go');
  expect(priceOf({ ...offer, price: 0, payg: true, hourPrice: 6000 })).toBe('Free, €60.00 an hour');
  expect(trialOf(offer)).toBe('14 days');
  expect(trialOf({ ...offer, trialDays: undefined })).toBe('');
  expect(servicesOf(offer)).toBe('All services');
  expect(servicesOf({ ...offer, services: ['a', 'b'] })).toBe('2 services');
});

test('the hint at bank details names the currencies of paid plans', () => {
  const inUSD = { ...offer, currency: 'USD' };
  expect(currencyHint([{ ...offer, price: 0 }])).toBe('');
  expect(currencyHint([offer, offer])).toBe('Your plans are in EUR: give an account that takes it.');
  expect(currencyHint([inUSD, offer])).toBe('Your plans are in EUR and USD: give an account that takes each.');
});

describe('the terms of invoices', () => {
  // D-87
  test('are edited in percent and days', () => {
    const stored = { taxRate: 7700, paymentDays: 0, bankDetails: 'IBAN', timeZone: 'Asia/Tokyo', numberPrefix: 'ACME' };
    expect(termsDraft(stored)).toEqual({ tax: '7.7', days: '14', bank: 'IBAN', zone: 'Asia/Tokyo', prefix: 'ACME' });
    expect(termsOf({ tax: '8.875', days: '30', bank: ' IBAN ', zone: '', prefix: 'nl' })).toEqual({
      taxRate: 8875,
      paymentDays: 30,
      bankDetails: 'IBAN',
      numberPrefix: 'NL',
    });
    expect(prefixOf({ ...termsDraft(stored), prefix: '' })).toBe('PB');
  });

  test.each([
    ['19', '14', 'A', { prefix: 'Two to five letters.' }],
    ['19', '14', 'PB-7', { prefix: 'Two to five letters.' }],
    ['100.001', '14', '', { tax: 'At most 100%.' }],
    ['1.2345', '14', 'PB', { tax: 'Enter a number with at most 3 digits after the point.' }],
    ['19', '0', '', { days: 'Between 1 and 90 days.' }],
    ['19', '91', '', { days: 'Between 1 and 90 days.' }],
    ['19', '90', '', {}],
  ])('a tax of %s, %s days and the prefix %s', (tax, days, prefix, problems) => {
    const none = { tax: undefined, days: undefined, prefix: undefined };
    expect(termsErrors({ tax, days, bank: '', zone: '', prefix })).toEqual({ ...none, ...problems });
  });
});
