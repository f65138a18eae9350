import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { guestData } from '../testing/guest';
import { renderIn } from '../testing/harness';
import { Welcome } from './Welcome';

afterEach(() => vi.useRealTimers());

test("the welcome shows after 500 ms, with the inviter's avatar, name and message (SH-312)", () => {
  vi.useFakeTimers();
  renderIn(<Welcome data={guestData({ inviter: { name: 'Olivia Hart', avatar: '/olivia.png' } })} />);
  act(() => void vi.advanceTimersByTime(499));
  expect(screen.queryByText('Olivia Hart')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Olivia Hart')).toBeInTheDocument();
  expect(screen.getByAltText('Olivia Hart')).toHaveAttribute('src', '/olivia.png');
  expect(screen.getByText('Is the green right?')).toBeInTheDocument();
  expect(screen.getByText('Got it!')).toBeInTheDocument();
});
