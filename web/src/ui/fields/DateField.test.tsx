import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { DateField, DateTimeField } from './DateField';

type Shown = { value?: string; min?: string; max?: string; required?: boolean; error?: string };

/** Shows a field in a form and returns what it told. */
function open({ value = '', ...props }: Shown = {}, Field = DateField) {
  const onChange = vi.fn<(value: string) => void>();
  const onSubmit = vi.fn<() => void>();
  function Form() {
    const [day, setDay] = useState(value);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Field
          label="Due date"
          description="Leave it empty for none."
          value={day}
          onChange={(next) => {
            onChange(next);
            setDay(next);
          }}
          {...props}
        />
        <button type="submit">Save</button>
        <button type="button" onClick={() => setDay('2030-01-02')}>
          Set it elsewhere
        </button>
      </form>
    );
  }
  show(<Form />);
  const told = () => onChange.mock.calls.map(([next]) => next);
  return { told, onSubmit };
}

const field = () => screen.getByRole('textbox', { name: /^Due date/ });
const calendarButton = () => screen.getByRole('button', { name: 'Calendar of Due date' });

test('shows the day as the app writes dates', () => {
  open({ value: '2026-12-05' });
  expect(field()).toHaveValue('05 Dec 2026');
  expect(field()).toHaveAccessibleDescription('Leave it empty for none.');
});

test('tells a whole date while it is typed, and writes it in the app’s way on leaving', async () => {
  const { told } = open();
  await userEvent.type(field(), '5.12.2026');
  expect(told()).toEqual(['2026-12-05']);
  expect(field()).toHaveValue('5.12.2026');
  await userEvent.tab();
  expect(field()).toHaveValue('05 Dec 2026');
  expect(told()).toEqual(['2026-12-05']);
});

test('tells a day without its year on leaving', async () => {
  const { told } = open();
  await userEvent.type(field(), '25 dec');
  expect(told()).toEqual([]);
  await userEvent.tab();
  expect(told()).toEqual([`${new Date().getFullYear()}-12-25`]);
});

test('keeps a day that does not exist, with the reason, and the form is not sent until it is corrected', async () => {
  const { told, onSubmit } = open({ value: '2026-12-05' });
  await userEvent.clear(field());
  await userEvent.type(field(), '31 Feb 2026{Enter}');
  expect(field()).toHaveValue('31 Feb 2026');
  expect(screen.getByRole('alert')).toHaveTextContent('Feb 2026 has the days 1 to 28.');
  expect(field()).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field()).toHaveFocus();
  expect(told()).toEqual([]);
  await userEvent.clear(field());
  await userEvent.type(field(), '28 Feb 2026{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(told()).toEqual(['2026-02-28']);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('Escape brings back the day', async () => {
  open({ value: '2026-12-05' });
  await userEvent.clear(field());
  await userEvent.type(field(), 'x');
  await userEvent.keyboard('{Escape}');
  expect(field()).toHaveValue('05 Dec 2026');
});

test('is emptied by a button, and by deleting the text', async () => {
  const { told } = open({ value: '2026-12-05' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear Due date' }));
  expect(told()).toEqual(['']);
  expect(field()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Clear Due date' })).toBeNull();
  await userEvent.type(field(), '2026-12-06');
  await userEvent.clear(field());
  expect(told()).toEqual(['', '2026-12-06']);
  await userEvent.tab();
  expect(told()).toEqual(['', '2026-12-06', '']);
});

test('a required one that is left empty says so', async () => {
  open({ required: true });
  await userEvent.click(field());
  await userEvent.tab();
  expect(field()).toHaveAccessibleDescription(/Required!/);
});

test('shows the error of its form', () => {
  open({ error: 'Not Valid' });
  expect(field()).toHaveAccessibleDescription(/Not Valid/);
});

test('shows a day that was set elsewhere, in place of what was typed', async () => {
  open();
  await userEvent.type(field(), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Set it elsewhere' }));
  expect(field()).toHaveValue('02 Jan 2030');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['09 Dec 2026', 'Choose 10 Dec 2026 or later.'],
  ['21 Dec 2026', 'Choose 20 Dec 2026 or earlier.'],
])('refuses %s outside of its limits with the reason', async (text, reason) => {
  const { told } = open({ min: '2026-12-10', max: '2026-12-20' });
  await userEvent.type(field(), `${text}{Enter}`);
  expect(screen.getByText(reason)).toBeVisible();
  expect(told()).toEqual([]);
});

async function openCalendar() {
  await userEvent.click(field());
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  return within(await screen.findByRole('dialog', { name: 'Calendar of Due date' }));
}
const focused = (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the calendar opens with Alt and the arrow down, and its weeks begin on Monday', async () => {
  open({ value: '2026-12-30' });
  const dialog = await openCalendar();
  await focused('30 December 2026');
  expect(dialog.getByRole('button', { name: '30 December 2026' })).toHaveAttribute('aria-pressed', 'true');
  const weekdays = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(weekdays).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']);
});

test('its keys move on into other months, and Enter picks a day', async () => {
  const { told } = open({ value: '2026-12-30' });
  await openCalendar();
  await focused('30 December 2026');
  for (const [key, name] of [
    ['{ArrowRight}{ArrowRight}', '1 January 2027'],
    ['{ArrowDown}', '8 January 2027'],
    ['{ArrowUp}{ArrowUp}', '25 December 2026'],
    ['{ArrowLeft}', '24 December 2026'],
    ['{PageUp}', '24 November 2026'],
    ['{PageDown}', '24 December 2026'],
  ] as const) {
    await userEvent.keyboard(key);
    await focused(name);
  }
  await userEvent.keyboard('{Enter}');
  await closed();
  expect(told()).toEqual(['2026-12-24']);
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('24 Dec 2026');
});

test('Escape closes the calendar, and the focus returns', async () => {
  const { told } = open();
  await openCalendar();
  await focused(dayjs().format('D MMMM YYYY'));
  expect(document.activeElement).toHaveAttribute('aria-current', 'date');
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(field()).toHaveFocus();
  await userEvent.click(calendarButton());
  await focused(dayjs().format('D MMMM YYYY'));
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(calendarButton()).toHaveFocus();
  expect(told()).toEqual([]);
});

test('days outside of the limits cannot be picked', async () => {
  open({ min: '2026-12-10', max: '2026-12-20' });
  const dialog = await openCalendar();
  expect(await dialog.findByRole('button', { name: '9 December 2026' })).toBeDisabled();
  expect(dialog.getByRole('button', { name: '10 December 2026' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: '20 December 2026' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: '21 December 2026' })).toBeDisabled();
});

test('with a time: it is typed with 24 hours', async () => {
  const { told } = open({ value: '2026-12-05T09:05' }, DateTimeField);
  expect(field()).toHaveValue('05 Dec 2026 09:05');
  await userEvent.clear(field());
  await userEvent.type(field(), '6.12.2026 23:15{Enter}');
  expect(told()).toEqual(['2026-12-06T23:15']);
  expect(field()).toHaveValue('06 Dec 2026 23:15');
});

test('with a time: a picked day keeps it, and it is what is typed next', async () => {
  const { told } = open({ value: '2026-12-05T09:05' }, DateTimeField);
  await openCalendar();
  await userEvent.click(await screen.findByRole('button', { name: '7 December 2026' }));
  await closed();
  await userEvent.keyboard('14:30');
  expect(field()).toHaveValue('07 Dec 2026 14:30');
  expect(told().at(-1)).toBe('2026-12-07T14:30');
});
