import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './atMostEvery';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task runs at once, and then at most once in its time', () => {
  const task = vi.fn<() => void>();
  const { run } = atMostEvery(5000, task);
  run();
  run();
  vi.advanceTimersByTime(0);
  expect(task).toHaveBeenCalledTimes(1);
  run();
  run();
  vi.advanceTimersByTime(4999);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a task that was stopped does not run', () => {
  const task = vi.fn<() => void>();
  const { run, stop } = atMostEvery(5000, task);
  run();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(task).not.toHaveBeenCalled();
});
