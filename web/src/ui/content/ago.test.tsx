import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ago } from './Ago';

const began = new Date('2026-03-01T12:00:00.400Z');
beforeEach(() => void vi.useFakeTimers({ now: began }));
afterEach(() => void vi.useRealTimers());

/** Advances the clock in steps and renders after each one. */
function pass(seconds: number, step = 1): void {
  for (let at = 0; at < seconds; at += step) act(() => void vi.advanceTimersByTime(step * 1000));
}
const said = () => screen.getByRole('time').textContent;

test('a relative time updates with its unit: seconds, then minutes, then hours (BD-376)', () => {
  render(<Ago at="2026-03-01T12:00:00Z" />);
  expect(said()).toBe('just now');
  pass(1);
  expect(said()).toBe('1 second ago');
  pass(58);
  expect(said()).toBe('59 seconds ago');
  pass(1);
  expect(said()).toBe('1 minute ago');
  pass(60);
  expect(said()).toBe('2 minutes ago');
  pass(58 * 60, 30);
  expect(said()).toBe('1 hour ago');
  pass(3600, 60);
  expect(said()).toBe('2 hours ago');
});

test('a time some hours ago updates at most once an hour', () => {
  render(<Ago at="2026-02-01T12:00:00Z" />);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  pass(3600 * 5, 60);
  expect(timers.mock.calls.filter(([, wait]) => wait !== undefined && wait > 0).length).toBeLessThanOrEqual(5);
  expect(vi.getTimerCount()).toBe(1);
});

test('a new time restarts the updates', () => {
  const { rerender } = render(<Ago at="2026-03-01T10:00:00Z" />);
  expect(said()).toBe('2 hours ago');
  rerender(<Ago at="2026-03-01T11:59:57Z" />);
  expect(said()).toBe('3 seconds ago');
  pass(1);
  expect(said()).toBe('4 seconds ago');
});
