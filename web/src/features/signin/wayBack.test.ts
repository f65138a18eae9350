import { expect, test } from 'vitest';
import { wayBack } from './wayBack';

test.each([
  ['/order/7?tab=1', '/order/7?tab=1'],
  ['//host/', '/host/'],
  ['/\\host/', '/host/'],
  ['///host//x', '/host//x'],
  ['/\t/host', '/host'],
  ['https://host/', '/https://host/'],
  [null, null],
])('after the sign-in, %s redirects to %s', (remembered, leads) => {
  expect(wayBack(remembered)).toBe(leads);
  expect(new URL(leads ?? '/', 'https://app.example').origin).toBe('https://app.example');
});
