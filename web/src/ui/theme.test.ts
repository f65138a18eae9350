import { expect, test } from 'vitest';
import { theme } from './theme';

test('SH-339: the transition of a popover takes 250 to 320 ms', () => {
  const defaults = theme.components?.['Popover']?.defaultProps as { transitionProps: { duration: number } };
  expect(defaults.transitionProps.duration).toBeGreaterThanOrEqual(250);
  expect(defaults.transitionProps.duration).toBeLessThanOrEqual(320);
});

test('a modal is extra large and its transition takes 100 ms (BD-465, BD-466)', () => {
  expect(theme.components?.['Modal']?.defaultProps).toMatchObject({ size: 'xl', transitionProps: { duration: 100 } });
});
