import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { patienceMs, useFailedToast } from './useFailedToast';

const error = { status: 404, data: { success: false, message: 'This version is gone.', messages: [] } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a version that cannot be read shows a warning 'Failed' with the server's message", () => {
  renderHook(() => useFailedToast(error), { wrapper: UiProvider });
  act(() => void vi.advanceTimersByTime(patienceMs + 1));
  expect(screen.getByText('Failed')).toBeInTheDocument();
  expect(screen.getByText('This version is gone.')).toBeInTheDocument();
});

test('a version that has been deleted meanwhile shows no warning', () => {
  const other = { ...error, data: { ...error.data, message: 'Quiet.' } };
  const { rerender } = renderHook((now: typeof other | undefined) => useFailedToast(now), {
    wrapper: UiProvider,
    initialProps: other,
  });
  act(() => void vi.advanceTimersByTime(patienceMs - 1));
  rerender(undefined);
  act(() => void vi.advanceTimersByTime(patienceMs));
  expect(screen.queryByText('Quiet.')).toBeNull();
});
