import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { topic } from '../../testing/fixtures';
import { Happened } from './Happened';
import type { Shown } from './happened';

const shown: Shown = { key: 'public', topics: [], numbers: new Map(), past: 0, future: 0, scale: 1, stepped: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const quiet = () => void act(() => vi.advanceTimersByTime(1000));

test('a change right after the proof shows is announced; fitting it into the screen is not (BY-032)', () => {
  const { rerender } = render(<Happened shown={shown} ready={false} />);
  rerender(<Happened shown={shown} ready />);
  rerender(<Happened shown={{ ...shown, scale: 0.8 }} ready />);
  rerender(<Happened shown={{ ...shown, scale: 0.8, topics: [topic(1)] }} ready />);
  quiet();
  expect(screen.getByRole('status')).toHaveTextContent(/^New comment by Tom Becker\.$/);
  rerender(<Happened shown={{ ...shown, scale: 1.25, topics: [topic(1)] }} ready />);
  quiet();
  expect(screen.getByRole('status')).toHaveTextContent(/^Zoom 125%\.$/);
});

test('the comments of another tab are not announced, but a new one right after the switch is (BY-032)', () => {
  const { rerender } = render(<Happened shown={shown} ready />);
  quiet();
  const internal = { ...shown, key: 'internal', topics: [topic(1)] };
  rerender(<Happened shown={internal} ready />);
  quiet();
  expect(screen.getByRole('status')).toHaveTextContent(/^$/);
  rerender(<Happened shown={shown} ready />);
  rerender(<Happened shown={{ ...shown, topics: [topic(2)] }} ready />);
  quiet();
  expect(screen.getByRole('status')).toHaveTextContent(/^New comment by Tom Becker\.$/);
});
