import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { ok } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { applyLive } from '@/api/live/live';
import { clock, duration } from '@/lib/format/duration';

test('minutes are shown as N hrs M mins or N minute(s) (BD-378)', () => {
  expect([60, 720, 3660, 3900, 9000, 86_400].map(duration)).toEqual([
    '1 minute',
    '12 minutes',
    '1 hr 1 min',
    '1 hr 5 mins',
    '2 hrs 30 mins',
    '24 hrs',
  ]);
  expect([45, -3].map(duration)).toEqual(['45 s', '0 s']);
  expect([5, 45_296].map(clock)).toEqual(['0:00:05', '12:34:56']);
});

describe('working time', () => {
  const server = fakeServer('operator');
  const order = uuid(1000);
  let timer: Record<string, string> | undefined;
  beforeEach(() => {
    storeSession('operator');
    vi.stubGlobal('WebSocket', SilentSocket);
    timer = { orderId: order, orderNumber: 'PB-12', orderName: 'Jam label', since: '2026-01-01T00:00:00Z' };
    server().intercept = ({ method, path }) =>
      path.endsWith('/order/working-time') && method === 'GET' ? ok({ timer }) : undefined;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const calls = (method: string, path: RegExp) =>
    server().requests.filter((request) => request.method === method && path.test(request.path));

  test('shows in the header of every page and can be paused there', async () => {
    showApp('/order-list');
    const running = await screen.findByRole('group', { name: 'Your working time' });
    expect(running).toHaveTextContent('PB-12');
    timer = undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Pause the working time' }));
    await waitFor(() => expect(calls('PUT', /working-time$/)[0]?.body).toBe('{"action":"pause"}'));
    await waitFor(() => expect(running).not.toBeInTheDocument());
  });

  test('shows after how many minutes the question comes, 60 unless the server says otherwise (BD-052)', async () => {
    const { unmount } = showApp('/order-list');
    const running = () => screen.findByRole('group', { name: 'Your working time' });
    expect(await running()).toHaveAttribute('title', 'You are asked every 60 min whether you still work');
    unmount();
    const before = server().intercept;
    server().intercept = (request) =>
      request.path.endsWith('/order/interval-working-time-reminder') ? ok({ intervalReminder: 45 }) : before(request);
    showApp('/order-list');
    const title = 'You are asked every 45 min whether you still work';
    await waitFor(async () => expect(await running()).toHaveAttribute('title', title));
  });

  test('a warning is stored per order and asked once; the answer to continue is sent to the server (BD-051, BD-325)', async () => {
    const { store } = showApp('/order-list');
    await screen.findByRole('group', { name: 'Your working time' });
    const warningAt = '2026-01-01T01:00:00Z';
    timer = { ...timer, warningAt, stopsAt: '2026-01-01T01:10:00Z' };
    act(() => store.dispatch(applyLive({ event: 'confirm-worktime-auto-stop', data: { orderId: order, warningAt } })));
    await screen.findByRole('dialog', { name: 'Are you still working?' });
    expect(store.getState().workWarnings).toEqual({ [order]: { warningAt } });
    timer = { ...timer, warningAt: '', stopsAt: '' };
    await userEvent.click(screen.getByRole('button', { name: 'Keep working' }));
    await waitFor(() => expect(calls('PUT', /\/order\/working-time$/)).toHaveLength(1));
    await waitFor(() => expect(store.getState().workWarnings).toEqual({}));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a timer that stopped automatically is reported, and its question closes (BD-326)', async () => {
    timer = { ...timer, warningAt: '2026-01-01T01:00:00Z' } as typeof timer;
    const { store } = showApp('/order-list');
    await screen.findByRole('dialog', { name: 'Are you still working?' });
    timer = undefined;
    act(() =>
      store.dispatch(applyLive({ event: 'notify-worktime-stopped', data: { orderId: order, reason: 'unanswered' } })),
    );
    expect(await screen.findByText('Your working time was stopped')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The event closes the question. The timer disappears with the server's answer to the refetch.
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Your working time' })).not.toBeInTheDocument());
  });

  test('each time the tab becomes visible it removes the stopper on the server (BD-053, SH-333)', async () => {
    showApp('/order-list');
    await screen.findByRole('group', { name: 'Your working time' });
    const stopper = /remove_schedule_stopper_workingtime$/;
    expect(calls('PUT', stopper)).toHaveLength(0);
    for (const times of [1, 2]) {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(calls('PUT', stopper)).toHaveLength(times));
    }
  });
});

describe('the tab of a user whose role works no orders', () => {
  const server = fakeServer('owner');
  beforeEach(() => {
    storeSession('owner');
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('sends nothing when it becomes visible (SH-333)', async () => {
    showApp('/order-list');
    await screen.findByRole('heading', { name: 'Orders' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(server().requests.some(({ path }) => path.endsWith('/order'))).toBe(true));
    expect(
      server().requests.filter(({ path }) => path.includes('workingtime') || path.includes('working-time')),
    ).toEqual([]);
  });
});
