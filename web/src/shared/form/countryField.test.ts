import { expect, test } from 'vitest';
import { countries } from './CountryField';

test('countries have a code of today and are sorted by name', () => {
  const all = countries();
  const names = all.map(({ label }) => label);
  expect(all).toContainEqual({ value: 'DE', label: 'Germany' });
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  expect(new Set(names).size).toBe(names.length);
  expect(all.map(({ value }) => value)).not.toContain('SU');
});
