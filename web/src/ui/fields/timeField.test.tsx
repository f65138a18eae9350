import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../tests/render';
import { readTime } from '../date/time';
import { TimeField } from './TimeField';

test.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9.30', '09:30'],
  ['9h30', '09:30'],
  [' 17:45 ', '17:45'],
  ['5:45 PM', '17:45'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['24:00', '00:00'],
  ['00:00', '00:00'],
])('%s is the time %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each(['', '25', '24:01', '9:60', '13 pm', '0 am', 'noon', '9:3', '99999', '-1', '9:30:00'])(
  '%s is no time of the day',
  (text) => {
    expect(readTime(text)).toBeUndefined();
  },
);

function Form() {
  const [value, setValue] = useState('09:00');
  return (
    <>
      <TimeField aria-label="Opens" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('a whole time counts while it is typed, another one when the field is left, and no time stays as it was typed', async () => {
  show(<Form />);
  const field = screen.getByRole('textbox', { name: 'Opens' });
  await userEvent.clear(field);
  await userEvent.type(field, '08:15');
  expect(screen.getByRole('status')).toHaveTextContent('08:15');
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  await userEvent.tab();
  expect(field).toHaveValue('07:00');
  expect(screen.getByRole('status')).toHaveTextContent('07:00');
  await userEvent.clear(field);
  await userEvent.type(field, 'noon');
  await userEvent.tab();
  expect(field).toHaveValue('noon');
});
