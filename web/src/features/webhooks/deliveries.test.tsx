import { notifications } from '@mantine/notifications';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { makeDelivery, makeWebhook } from '../../../tests/fake/webhooks';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
const server = fakeServer('owner');
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

/** What was written, without the beginning of the path. */
const sent = () =>
  server()
    .requests.filter(({ method, path }) => method !== 'GET' && path.includes('/webhook-endpoints'))
    .map(({ method, path, body }) => [
      method,
      path.replace(/^.*\/webhook-endpoints/, ''),
      body ? (JSON.parse(body) as unknown) : '',
    ]);
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const open = async (search = '') => {
  const webhook = makeWebhook(1);
  server().webhooks.endpoints = [webhook];
  showApp(`/webhooks/${webhook.id}${search}`);
  await screen.findByRole('heading', { name: 'hooks1.acme.test', level: 1 });
  return `/${webhook.id}`;
};

describe('the deliveries of a webhook (BY-040)', () => {
  test('lists what failed with the reason, and sends one or all again', async () => {
    const failures = ['redirect', 'timeout', 'unreachable', 'unknown-host', 'crowded'] as const;
    server().webhooks.deliveries = [
      makeDelivery(1),
      ...failures.map((failure, n) => makeDelivery(n + 2, { failure, status: undefined, type: 'brand.new_kind' })),
      makeDelivery(9, { state: 'waiting', tries: 2, nextAt: '2036-01-01T12:00:00Z' }),
      makeDelivery(10, { state: 'delivered', status: 204, failure: undefined, tries: 1 }),
    ];
    const path = await open();
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[3]?.firstChild?.textContent)).toEqual([
      'Answered 500',
      'Answered with a redirect, which is not followed',
      'No answer within 15 seconds',
      'No connection',
      'There is no such address on the public internet',
      'Given up, because too many others failed',
    ]);
    expect(rows[0]).toHaveTextContent(/^Status of an order changedorder\.status_changed · position 401/);
    expect(rows[1]).toHaveTextContent(/^Brand new kind/);
    expect(within(screen.getByRole('table')).getAllByRole('link')[0]).toHaveAttribute(
      'href',
      `/orders/detail/${uuid(1000)}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send again: Status of an order changed, position 401' }));
    expect(await screen.findByRole('link', { name: 'Waiting (2)' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send all again' }));
    const question = await dialogOf('Send 5 failed deliveries again?');
    await userEvent.click(question.getByRole('button', { name: 'Send all again' }));
    expect(await screen.findByText('Nothing failed')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send all again' })).toBeNull();
    expect(sent()).toEqual([
      ['POST', `${path}/deliveries`, { ids: [uuid(1401)] }],
      ['POST', `${path}/deliveries`, { ids: [] }],
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Waiting (7)' }));
    expect(await screen.findByText('01 Jan 2036 12:00')).toBeVisible();
    expect(screen.getAllByText('In its turn')).toHaveLength(6);
    await userEvent.click(screen.getByRole('link', { name: 'Delivered' }));
    expect(await screen.findByText('Answered 204')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull();
  });

  test('loads more than 100 deliveries when asked', async () => {
    server().webhooks.deliveries = Array.from({ length: 130 }, (_, n) => makeDelivery(n, { state: 'delivered' }));
    await open('?state=delivered');
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('130 messages')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(131);
    const asked = server().requests.filter(({ path }) => path.endsWith('/deliveries'));
    expect(asked.map(({ query }) => query.get('after'))).toEqual([null, uuid(1499)]);
  });

  test('is read again while something waits, and not while it is paused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    try {
      server().webhooks.deliveries = [makeDelivery(1, { state: 'waiting', status: undefined, failure: undefined })];
      await open('?state=waiting');
      await screen.findByRole('table');
      Object.assign(server().webhooks.deliveries[0] ?? {}, { state: 'delivered' });
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(await screen.findByText('Nothing waits')).toBeVisible();
      // While it is paused nothing moves.
      Object.assign(server().webhooks.deliveries[0] ?? {}, { state: 'waiting' });
      await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
      expect(await screen.findByText('When it is resumed')).toBeVisible();
      const reads = () => server().requests.filter(({ method, path }) => method === 'GET' && path.includes('webhook'));
      const before = reads().length;
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(reads()).toHaveLength(before);
    } finally {
      vi.useRealTimers();
    }
  });
});
