import { describe, expect, test, vi } from 'vitest';
import type { Size } from '../../engine';
import { pageSizes } from './pageSizes';

const first = { width: 600, height: 800 };
const wide = { width: 800, height: 600 };

describe('the sizes of pages', () => {
  test('are copied from the first page until they are read, and then reported', async () => {
    vi.useFakeTimers();
    const tell = vi.fn<() => void>();
    const sizes = pageSizes(20, first, () => Promise.resolve(wide), tell, new AbortController().signal);
    expect(sizes.now()).toHaveLength(20);
    expect(sizes.now()[19]).toEqual({ ...first, guessed: true });
    await sizes.learn(3);
    expect(sizes.now()[2]).toEqual(wide);
    await sizes.learnAll();
    vi.advanceTimersByTime(1000);
    expect(tell).toHaveBeenCalledTimes(1);
    expect(sizes.now()).toEqual([first, ...Array.from({ length: 19 }, () => wide)]);
    vi.useRealTimers();
  });

  test('each is read once, and none after the file was closed', async () => {
    const abort = new AbortController();
    const look = vi.fn<(page: number) => Promise<Size>>(() => Promise.resolve(wide));
    const sizes = pageSizes(3, first, look, () => {}, abort.signal);
    await sizes.learn(2);
    await sizes.learn(2);
    await sizes.learn(1);
    expect(look).toHaveBeenCalledTimes(1);
    abort.abort();
    await sizes.learnAll();
    expect(look).toHaveBeenCalledTimes(1);
  });
});
