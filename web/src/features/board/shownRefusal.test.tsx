import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '../../../tests/render';
import { useApiDispatch } from '@/api/hooks';
import { toastMs } from '@/ui';
import { moveRefused } from './boardSlice';
import { useShownRefusal } from './useShownRefusal';

fakeServer('manager');
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Refusals() {
  const dispatch = useApiDispatch();
  const refusal = useShownRefusal();
  return (
    <>
      <button type="button" onClick={() => dispatch(moveRefused({ cardId: 'a', sentence: 'Not there.' }))}>
        Drop
      </button>
      {refusal && (
        <button type="button" data-refused-way>
          {refusal.sentence}
        </button>
      )}
    </>
  );
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(toastMs));

test('a refusal stays while the button of its other way has the focus, and goes after that (D-93)', async () => {
  show(<Refusals />);
  const drop = screen.getByRole('button', { name: 'Drop' });
  act(() => drop.click());
  const way = screen.getByRole('button', { name: 'Not there.' });
  act(() => way.focus());
  await wait();
  await wait();
  expect(way).toBeInTheDocument();
  act(() => drop.focus());
  await wait();
  expect(way).not.toBeInTheDocument();
});
