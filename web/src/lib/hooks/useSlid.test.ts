import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSlid } from './useSlid';

test('a slider shows its new value at once; the address changes when the slider rests, and a new address sets the slider (BY-019)', () => {
  vi.useFakeTimers();
  const write = vi.fn<(to: number) => void>();
  const { result, rerender } = renderHook(({ written }: { written: string | null }) => useSlid(written, write), {
    initialProps: { written: null as string | null },
  });
  const at = () => result.current[0];
  const slide = (to: number) => act(() => result.current[1](to));
  expect(at()).toBe(0);
  for (const to of [5, 6, 7]) {
    slide(to);
    expect(at()).toBe(to);
  }
  expect(write).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1000));
  expect(write.mock.calls).toEqual([[7]]);
  rerender({ written: '7' });
  expect(at()).toBe(7);
  rerender({ written: '3' });
  expect(at()).toBe(3);
  vi.useRealTimers();
});
