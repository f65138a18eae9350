import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { estimateChanged } from '../../../tests/fake/hourly';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { outboxStorage } from '@/api/outbox/outboxStorage';
import { withdraw } from '@/ui';
const server = fakeServer('owner');
const draft = uuid(1004);
const changedText = 'The price or the time has changed. Please look at it again.';

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('owner');
  server().own.profile = { ...server().own.profile, isPayg: true };
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
  withdraw('The estimate is not confirmed');
  withdraw('Confirm the estimate'); // Dialogs outlive the app of a test.
});

const sent = (method: string, path: string) =>
  server()
    .requests.filter((request) => request.method === method && request.path.endsWith(path))
    .map(({ body }) => JSON.parse(body) as unknown);
const published = () => sent('PUT', `/order/${draft}/action`);
const confirmed = () => sent('POST', `/payg/orders/${draft}/estimate`);

/** Places the draft on its page, and returns the dialog. */
async function place() {
  showApp(`/orders/detail/${draft}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Create Order' }));
  return within(await screen.findByRole('dialog', { name: 'Confirm the estimate' }));
}
const agree = async (dialog: Awaited<ReturnType<typeof place>>) => {
  const button = dialog.getByRole('button', { name: 'Confirm and place the order' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(button);
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('an order that is paid by the hour', () => {
  test('is placed once its estimate is confirmed as it was shown', async () => {
    const dialog = await place();
    const bill = within(await dialog.findByRole('table', { name: 'Estimate' }));
    expect(bill.getByText('2 hrs at $60.00 an hour')).toBeVisible();
    expect(bill.getByRole('row', { name: 'Tax (20%) $24.00' })).toBeVisible();
    expect(bill.getByRole('row', { name: 'Total $144.00' })).toBeVisible();
    expect(
      dialog.getByText('You pay for the time that is worked, rounded up to 15 minutes. The estimate is not a limit.'),
    ).toBeVisible();
    await agree(dialog);
    await gone();
    expect(confirmed()).toEqual([{ price: 60_00, currency: 'USD', taxRate: 20_000, allocated: 7200 }]);
    await waitFor(() => expect(published()).toHaveLength(2));
    expect(server().orders.find(({ id }) => id === draft)?.status).toBe('ready-to-go');
    const keys = server()
      .requests.filter(({ path }) => path.endsWith('/action'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('stays a draft for those who answer Not now', async () => {
    const dialog = await place();
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    await gone();
    expect(confirmed()).toEqual([]);
    expect(published()).toHaveLength(1);
    expect(screen.queryByText('Failed!')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Order' })).toHaveFocus());
  });

  test('has only the price of an hour if nobody can say how long it takes', async () => {
    server().hourly.terms = { ...server().hourly.terms, allocated: 0 };
    const dialog = await place();
    expect(
      await dialog.findByText('Nobody can say yet how long this service takes. Each hour of work costs $60.00.'),
    ).toBeVisible();
    expect(dialog.queryByRole('table')).toBeNull();
  });

  test('is asked about again if the price changes while the estimate is read', async () => {
    const dialog = await place();
    await dialog.findByRole('table', { name: 'Estimate' });
    server().hourly.terms = { ...server().hourly.terms, price: 70_00 };
    await agree(dialog);
    expect(await dialog.findByText(changedText)).toBeVisible();
    expect(await dialog.findByText('2 hrs at $70.00 an hour')).toBeVisible();
    expect(published()).toHaveLength(1);
    await agree(dialog);
    await gone();
    expect(confirmed().at(-1)).toMatchObject({ price: 70_00 });
    await waitFor(() => expect(published()).toHaveLength(2));
  });

  test('is asked about again if the price changes before the order is placed', async () => {
    let left = 1;
    server().intercept = ({ path }) => {
      const again = path.endsWith('/action') && confirmed().length > 0 && left-- > 0;
      return again ? estimateChanged : undefined;
    };
    await agree(await place());
    const dialog = within((await screen.findByText(changedText)).closest('[role="dialog"]') as HTMLElement);
    await agree(dialog);
    await gone();
    await waitFor(() => expect(published()).toHaveLength(3));
    expect(confirmed()).toHaveLength(2);
  });

  test('is not placed if the confirmation fails, and the estimate can be loaded again', async () => {
    server().intercept = ({ path }) => (path.endsWith('/estimate') ? refused(500, 'internal', 'Broken.') : undefined);
    const dialog = await place();
    expect(await dialog.findByText('Broken.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Confirm and place the order' })).toBeNull();
    server().intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/estimate') ? refused(403, 'forbidden', 'You may not do this.') : undefined;
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('table', { name: 'Estimate' });
    await agree(dialog);
    expect(await dialog.findByText('You may not do this.')).toBeVisible();
    expect(published()).toHaveLength(1);
  });

  test('is not placed by people who may not confirm, and offers to ask who can (D-289)', async () => {
    server().own.profile = { ...server().own.profile, abilities: { 'create-order': ['read', 'create'] } };
    showApp(`/orders/detail/${draft}`);
    const create = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Create Order' }));
      return within(await screen.findByRole('dialog', { name: 'The estimate is not confirmed' }));
    };
    const dialog = await create();
    expect(dialog.getByText(/The account owner has to confirm its estimate first\./)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Ask the owner' })); // D-289
    expect(await screen.findByText('The account owner is asked to confirm the estimate')).toBeVisible();
    await gone();
    expect(published()).toHaveLength(1);

    const again = await create();
    await userEvent.click(again.getByRole('button', { name: 'Ask the owner' }));
    expect(await again.findByText('The account owner was asked for the estimate 1 min ago.')).toBeVisible();
    await userEvent.click(again.getByRole('button', { name: 'Not now' }));
    await gone();
    expect(screen.queryByText('Failed!')).toBeNull();
  });
});

describe('a move of a draft that was made without a connection', () => {
  const what = '#1004 Jar label: move to Queue';
  const moves = () => sent('PUT', `/order/${draft}/move-progress`);

  beforeEach(() => {
    const move = { cardId: draft, status: 'queue' as const };
    const userId = server().own.profile.id;
    outboxStorage.add({
      key: 'offline',
      userId,
      what,
      url: `/order/${draft}/move-progress`,
      method: 'PUT',
      body: { moveto: 'queue', via: 'board' },
      move,
    });
    showApp('/my-images');
  });
  afterEach(() => {
    outboxStorage.clear();
    withdraw('1 change made offline could not be kept');
  });

  test('asks for the estimate, and is made once it is confirmed', async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the estimate' }));
    expect(dialog.getByText(what)).toBeVisible();
    await agree(dialog);
    await gone();
    await waitFor(() => expect(server().orders.find(({ id }) => id === draft)?.status).toBe('queue'));
    expect(moves().length).toBeGreaterThan(1);
  });

  test('is listed as refused after Not now', async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the estimate' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    const list = within(await screen.findByRole('dialog', { name: '1 change made offline could not be kept' }));
    expect(list.getByText(what)).toBeVisible();
    expect(list.getByText(/The account owner has to confirm its estimate first\./)).toBeVisible();
    expect(server().orders.find(({ id }) => id === draft)?.status).toBe('draft');
  });
});
