import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { baseApi } from '@/api/request/base';
import { generatedApi } from '@/api/generated';
import { applyLive } from '@/api/live/live';
import { proofApi } from '@/api/proof/proofTags';
import type { LiveMessage } from '@/api/live/realtime';
import { webhooksApi } from '@/api/webhooks';
import { useLiveActions } from './useLiveActions';
import { useRealtime } from './useRealtime';

const server = fakeServer();
const [orderId, attachmentId, versionId] = [uuid(1000), uuid(5001), uuid(7013)];

/** Replaces the code that shows the sidebar's counts, the business hours and the announcements. */
const probes = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sidebarProbe: build.query<unknown, void>({ query: () => '/filters/clients', providesTags: ['Sidebar'] }),
    hoursProbe: build.query<unknown, void>({ query: () => '/general/business-hours', providesTags: ['BusinessHours'] }),
    announcementsProbe: build.query<unknown, void>({
      query: () => '/g/announcements',
      providesTags: ['Announcements'],
    }),
  }),
});

/** The part of a page that acts on live messages. The test sends the messages. */
function Acting() {
  useLiveActions();
  return null;
}

const names: [RegExp, string][] = [
  [/\/profile\/notification-settings$/, 'mail settings'],
  [/\/profile$/, 'profile'],
  [/\/filters\/clients$/, 'sidebar'],
  [/\/business-hours$/, 'hours'],
  [/\/g\/announcements$/, 'announcements'],
  [/\/message\/groups$/, 'messages'],
  [/\/filters\/customers$/, 'customers'],
  [/\/version\//, 'version'],
  [/\/version$|\/versions$/, 'versions'],
  [/\/timeline$/, 'timeline'],
  [/\/order\/[^/]+$/, 'order'],
  [/\/order$/, 'list'],
];
const nameOf = (path: string) => names.find(([pattern]) => pattern.test(path))?.[1] ?? path;

beforeEach(() => storeSession('owner'));
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * Loads everything that may be on the screen. `say` applies a live message, and `asked` lists what
 * the app has requested since.
 */
async function onScreen(path = '/') {
  const view = show(<Acting />, path);
  const { endpoints } = generatedApi;
  const proofs = proofApi.endpoints;
  const say = (message: LiveMessage) => act(() => view.store.dispatch(applyLive(message)));
  await act(async () => {
    const { dispatch } = view.store;
    await Promise.all([
      dispatch(endpoints.profile.initiate()),
      dispatch(endpoints.notificationSettings.initiate()),
      dispatch(endpoints.orders.initiate({ view: 'list' })),
      dispatch(endpoints.order.initiate({ orderId })),
      dispatch(endpoints.timeline.initiate({ orderId })),
      dispatch(proofs.versions.initiate({ orderId, attachmentId })),
      dispatch(proofs.version.initiate({ orderId, attachmentId, versionId })),
      dispatch(endpoints.messageGroups.initiate({ page: 1, limit: 10 })),
      dispatch(endpoints.customers.initiate({})),
      dispatch(probes.endpoints.sidebarProbe.initiate()),
      dispatch(probes.endpoints.hoursProbe.initiate()),
      dispatch(probes.endpoints.announcementsProbe.initiate()),
    ]);
  });
  const asked = () =>
    [...new Set(server().requests.map(({ path }) => nameOf(path)))].sort((a = '', b = '') => a.localeCompare(b));
  const forget = () => server().requests.splice(0);
  forget();
  return { ...view, say, asked, forget };
}

const about = { orderId, attachmentId, versionId };

describe('a live message refetches its data, and nothing else', () => {
  test.each<[string, unknown, string[]]>([
    ['fetch-messages (BD-308)', undefined, ['messages', 'profile']],
    ['reload-profile (BD-309)', undefined, ['hours', 'mail settings', 'profile']],
    ['reload-order-list (BD-310)', undefined, ['list']],
    ['reload-order (BD-311)', about, ['list', 'order', 'timeline']],
    ['reload-timeline (BD-312)', about, ['order', 'timeline']],
    ['reload-sidebar (BD-313)', undefined, ['sidebar']],
    ['notify-sidebar (BD-315)', undefined, ['messages', 'profile']],
    ['reload-officehour (BD-316)', undefined, ['hours']],
    ['reload-business-hours (SH-331)', undefined, ['hours']],
    ['reload-announcements (SH-329)', undefined, ['announcements']],
    ['reload-version-list (BD-319)', about, ['order', 'timeline', 'version', 'versions']],
    ['reload-version (BD-320)', about, ['order', 'timeline', 'version', 'versions']],
    ['reload-conversation (BY-061)', about, ['timeline']],
    ['reload-client-board (BD-321)', undefined, ['customers']],
    ['reload-single-column (BD-327)', { column: 'in-review' }, ['list', 'order', 'timeline']],
    ['an unknown name', undefined, []],
  ])('%s', async (name, data, want) => {
    const { say, asked } = await onScreen();
    say({ event: name.split(' ')[0] ?? '', data });
    await waitFor(() => expect(asked()).toEqual(want));
  });
});

test('login reports the connection, and a second login refetches everything (BD-307)', async () => {
  const sockets: EventTarget[] = [];
  class SpokenSocket extends EventTarget {
    constructor() {
      super();
      sockets.push(this);
    }
    send() {}
    close() {}
  }
  vi.stubGlobal('WebSocket', SpokenSocket);
  const Socket = () => {
    useRealtime();
    return null;
  };
  const { store } = show(<Socket />);
  const login = () =>
    act(() => void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: '{"event":"login"}' })));
  expect(store.getState().connection.live).toBe(false);
  login();
  expect(store.getState().connection.live).toBe(true);
  await act(async () => void (await store.dispatch(generatedApi.endpoints.profile.initiate())));
  await act(async () => void (await store.dispatch(webhooksApi.endpoints.webhookEndpoints.initiate())));
  const before = server().requests.length;
  login();
  await waitFor(() =>
    expect(
      server()
        .requests.slice(before)
        .map(({ path }) => nameOf(path)),
    ).toEqual(['/api/c/webhook-endpoints', 'profile']),
  );
});

describe('a live message acts', () => {
  test('force-logout ends the session and shows the reason (BD-317)', async () => {
    const { say, store } = await onScreen();
    say({ event: 'force-logout', data: { message: 'Signed in elsewhere.' } });
    expect(store.getState().connection.reauth).toBe('Signed in elsewhere.');
  });

  test.each([
    ['info', 'SUCCESS'],
    ['warning', 'WARNING'],
    ['error', 'ERROR'],
  ] as const)('show-notification shows the newest one, %s as %s (BD-318, BD-329)', async (status, type) => {
    const { say, router } = await onScreen();
    const [newest] = server().messages;
    if (!newest) throw new Error('no message');
    Object.assign(newest, { status, message: `What is ${status}` });
    say({ event: 'show-notification' });
    const toast = (await screen.findByText(`What is ${status}`)).closest('[data-toast]');
    expect(toast).toHaveAttribute('data-toast', type);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(router.state.location.pathname).toBe(`/orders/detail/${orderId}/attachments/${attachmentId}`);
  });

  test.each([
    [`/orders/detail/${orderId}`, '/'],
    [`/orders/detail/${orderId}/attachments/${attachmentId}`, '/'],
    [`/orders/detail/${uuid(1001)}`, `/orders/detail/${uuid(1001)}`],
    ['/order-list', '/order-list'],
  ])('order-deleted on %s redirects to %s (BD-314)', async (from, to) => {
    const { say, router } = await onScreen(from);
    say({ event: 'order-deleted', data: { orderId } });
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    await waitFor(() => expect(screen.queryAllByText('This order was deleted')).toHaveLength(from === to ? 0 : 1));
  });

  test('bulk-download-ready offers the zip with a fresh link (BD-322)', async () => {
    const { say } = await onScreen();
    const downloadId = uuid(6001);
    server().intercept = ({ path }) =>
      path.endsWith(`/order/bulk-download/${downloadId}`)
        ? {
            json: {
              success: true,
              data: {
                id: downloadId,
                orderId,
                state: 'ready',
                fileName: 'jam.zip',
                url: 'http://files.test/jam.zip?signed',
                expiresAt: '2036-01-01T00:00:00Z',
              },
            },
          }
        : undefined;
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      clicked.push(this.href);
    });
    say({ event: 'bulk-download-ready', data: { orderId, downloadId, fileName: 'jam.zip', fileSize: 2048 } });
    const toast = (await screen.findByText('Your files are ready')).closest('[data-toast]');
    expect(toast).toHaveAttribute('data-toast', 'DOWNLOAD');
    expect(toast).toHaveTextContent('jam.zip');
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(clicked).toEqual(['http://files.test/jam.zip?signed']));
  });

  test('bulk-download-failed shows the reason (BD-323)', async () => {
    const { say } = await onScreen();
    say({
      event: 'bulk-download-failed',
      data: { orderId, downloadId: uuid(6001), message: 'The files are too large.' },
    });
    const toast = (await screen.findByText('The files are too large.')).closest('[data-toast]');
    expect(toast).toHaveAttribute('data-toast', 'DANGER');
  });
});

test.each([
  ['ready', 'The export of your account is ready', 'DOWNLOAD'],
  ['failed', 'The export of your account failed', 'DANGER'],
])('account-export with the state %s leads to the settings from another page', async (state, words, type) => {
  const { say, router } = await onScreen('/order-list');
  say({ event: 'account-export', data: { state: 'waiting', orders: 4, written: 1 } });
  say({ event: 'account-export', data: { state } });
  expect((await screen.findByText(words)).closest('[data-toast]')).toHaveAttribute('data-toast', type);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(router.state.location).toMatchObject({ pathname: '/settings', hash: '#export' });
});
