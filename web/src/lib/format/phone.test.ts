import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isPhone, phoneError } from './phone';

/** The table that the server's test reads too, so that both sides apply one rule. */
const table = resolve(import.meta.dirname, '../../../../internal/accounts/testdata/phones.json');
const examples = JSON.parse(readFileSync(table, 'utf8')) as {
  value: string;
  ok: boolean;
  international: boolean;
}[];

test.each(examples)('$value is a phone number: $ok, an international one: $international', (example) => {
  expect(isPhone(example.value, false)).toBe(example.ok); // SH-334
  expect(isPhone(example.value, true)).toBe(example.international); // D-89
});

test('an optional phone number may be empty', () => {
  expect(phoneError('', false)).toBeUndefined(); // SH-335
  expect(phoneError('  ', true)).toBeUndefined();
  expect(phoneError('0151 2345 678', false)).toBeUndefined();
  expect(phoneError('0151', false)).toBe('Not Valid');
});
