import { describe, expect, test } from 'vitest';
import { type Draft, expiries, expiresAt, problems } from './rules';

const draft = (more: Partial<Draft> = {}): Draft => ({
  name: 'Vera',
  email: 'vera@example.com',
  message: '',
  expiry: '14 days',
  password: '',
  attachmentIds: ['a'],
  ...more,
});

describe('an invitation', () => {
  test('is complete with a name, an address and a file', () => {
    expect(problems(draft())).toEqual({});
    expect(problems(draft({ password: '12345678' }))).toEqual({});
  });

  test('says what is missing', () => {
    expect(problems(draft({ name: ' ', email: '', attachmentIds: [] }))).toEqual({
      name: 'Required!',
      email: 'Required!',
      attachmentIds: 'Choose at least one',
    });
    expect(problems(draft({ email: 'vera@', password: '1234567' }))).toEqual({
      email: 'Not Valid',
      password: 'At least 8 characters',
    });
  });

  test('is valid for an hour to 90 days, within the limits of the server even if its clock differs slightly', () => {
    const now = Date.UTC(2026, 10, 21);
    const times = expiries.map(({ label }) => Date.parse(expiresAt(label, now) ?? '') - now);
    expect(Math.min(...times)).toBeGreaterThan(3_600_000);
    expect(Math.max(...times)).toBeLessThan(90 * 86_400_000);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
    expect(expiresAt('for ever', now)).toBeUndefined();
  });
});
