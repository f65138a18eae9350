import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { SelectField } from './SelectField';

const cities = Array.from({ length: 30 }, (_, i) => `City ${i}`);

function City({ required, first = null }: { required?: boolean; first?: string | null }) {
  const [city, setCity] = useState(first);
  return <SelectField label="City" data={cities} required={required} value={city} onChange={setCity} />;
}

const field = () => screen.getByRole('combobox', { name: /^City/ });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a required one that is left without a choice says so, until there is one (BD-459)', async () => {
  show(<City required />);
  expect(screen.queryByText('Required!')).toBeNull();
  await userEvent.click(field());
  await userEvent.tab();
  expect(screen.getByText('Required!')).toBeVisible();
  expect(field()).toHaveAccessibleDescription('Required!');
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: 'City 3' }));
  expect(screen.queryByText('Required!')).toBeNull();
});

test('one that is not required says nothing', async () => {
  show(<City />);
  await userEvent.click(field());
  await userEvent.tab();
  expect(screen.queryByText('Required!')).toBeNull();
});

test("the placeholder is 'Please choose' (BD-460)", () => {
  show(<City />);
  expect(field()).toHaveAttribute('placeholder', 'Please choose');
});

test('an opened list scrolls to the chosen item after 100 ms (BD-461)', async () => {
  show(<City first="City 20" />);
  await userEvent.click(field());
  const chosen = await screen.findByRole('option', { name: 'City 20' });
  await userEvent.keyboard('{Escape}');
  vi.useFakeTimers();
  act(() => field().click());
  const scroll = vi.fn<(options?: ScrollIntoViewOptions | boolean) => void>();
  await act(async () => vi.advanceTimersByTimeAsync(99));
  (screen.queryByRole('option', { name: 'City 20' }) ?? chosen).scrollIntoView = scroll;
  expect(scroll).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(scroll).toHaveBeenCalledTimes(1);
});
