import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isPhone, phoneError } from './phone';

/** The table that the server's test reads too, so that both sides apply one rule. */
const table = resolve(import.meta.dirname, '../../../internal/accounts/testdata/phones.json');
const examples = JSON.parse(readFileSync(table, 'utf8')) as { value: string; ok: boolean }[];

test.each(examples)('$value is like a phone number: $ok', ({ value, ok }) => {
  expect(isPhone(value)).toBe(ok); // SH-334
});

test('an optional phone number may be empty', () => {
  expect(phoneError('')).toBeUndefined(); // SH-335
  expect(phoneError('  ')).toBeUndefined();
  expect(phoneError('0151 2345 678')).toBeUndefined();
  expect(phoneError('0151')).toBe('Not Valid');
});
