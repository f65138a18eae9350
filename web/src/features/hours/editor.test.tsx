import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const saved = () => server().shell.office;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save business hours' }));
const open = async () => {
  const view = showApp('/business-hours');
  await screen.findByRole('form', { name: 'Business hours' });
  return view;
};
const add = async (date: string, name: string) => {
  const form = within(screen.getByRole('form', { name: 'Add a holiday' }));
  fireEvent.change(form.getByRole('textbox', { name: 'Date' }), { target: { value: date } });
  fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: name } });
  await userEvent.click(form.getByRole('button', { name: 'Add holiday' }));
};
const holidays = () =>
  within(screen.getByRole('list', { name: 'Holidays' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/Remove$/, ''));

describe('the editor of the business hours (D-60)', () => {
  test('changes a day, the zone, the holidays and the description, and shows them before', async () => {
    await open();
    const monday = screen.getByLabelText('Monday opens');
    expect(monday).toHaveValue('09:00');
    fireEvent.change(monday, { target: { value: '08:30' } });
    await userEvent.click(screen.getByRole('button', { name: 'Copy Monday to all weekdays' }));
    expect(screen.getByLabelText('Friday opens')).toHaveValue('08:30');
    expect(screen.queryByLabelText('Saturday opens')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Call us.');
    expect(screen.getByText('Characters left: 492')).toBeVisible();
    await add('2026-01-01', ' New Year ');
    expect(holidays()).toEqual(['01 Jan 2026New Year', '25 Dec 2026Christmas Day']);
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(within(preview).getByText('Call us.')).toBeVisible();
    expect(preview).toHaveTextContent(/Open until|Closed\. Opens/);
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await save();
    expect(await screen.findByText('The business hours are saved.')).toBeVisible();
    const early = { opens: 510, closes: 1080 };
    expect(saved()).toEqual({
      timeZone: 'Europe/Berlin',
      days: [{ opens: 0, closes: 0 }, early, early, early, early, early, { opens: 540, closes: 1080 }],
      holidays: [
        { date: '2026-01-01', name: 'New Year' },
        { date: '2026-12-25', name: 'Christmas Day' },
      ],
      description: 'Call us.',
    });
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  test('has Saturday and Sunday as the weekend (SH-332)', async () => {
    await open();
    const weekend = within(await screen.findByRole('group', { name: 'Weekend' }));
    expect(weekend.getAllByRole('checkbox')).toHaveLength(2);
    for (const day of ['Saturday', 'Sunday']) expect(weekend.getByRole('checkbox', { name: day })).toBeInTheDocument();
  });

  test('refuses a holiday that is in the list, and removes one', async () => {
    await open();
    await add('2026-12-25', 'Again');
    expect(screen.getByText('This day is in the list already: Christmas Day.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Christmas Day, 25 Dec 2026' }));
    await save();
    await waitFor(() => expect(saved().holidays).toEqual([]));
  });

  test('refuses a day that closes before it opens, and sends nothing', async () => {
    await open();
    fireEvent.change(screen.getByLabelText('Tuesday closes'), { target: { value: '07:00' } });
    await save();
    expect(screen.getByText('The closing time must be after the opening time.')).toBeVisible();
    expect(server().requests.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('shows a refusal of the server in its place, and keeps what was typed', async () => {
    server().intercept = ({ method }) =>
      method === 'PUT' ? refused(400, 'client.holidays_invalid', 'Check the holidays.') : undefined;
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await save();
    expect(await screen.findByText('Check the holidays.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('x');
  });

  test('discards changes, and asks before it is left with some', async () => {
    const { router } = await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'y');
    await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/business-hours');
  });

  test('says what failed, and tries again', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/settings') ? refused(500, 'internal', 'Try later.') : undefined;
    showApp('/business-hours');
    expect(await screen.findByText('Try later.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('form', { name: 'Business hours' })).toBeVisible();
  });
});

describe('people who may not change the business hours', () => {
  fakeServer('owner');
  beforeEach(() => storeSession('owner'));

  test.each(['/business-hours', '/announcements', '/announcements/new'])(
    'are led from %s to the home page',
    async (path) => {
      const { router } = showApp(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );
});
