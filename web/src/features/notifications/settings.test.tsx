import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectEscapeAsks } from '../../../tests/closing';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { refused } from '../../../tests/fake/server';
import { applyLive } from '@/api/live/live';
import { showInBrowser } from '@/shared/notifications/browser';
import { NotificationBell } from './NotificationBell';
import { settings } from './settings';
import { SettingsHost } from './SettingsHost';

const server = fakeServer();

/**
 * Replaces the browser's notifications. `answer` is the user's answer to the permission request.
 */
function stubBrowser(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const shown: { title: string; options?: NotificationOptions; click: () => void; closed: boolean }[] = [];
  class Stub extends EventTarget {
    static permission = permission;
    static requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => {
      Stub.permission = answer;
      return answer;
    });
    readonly #mine;
    constructor(title: string, options?: NotificationOptions) {
      super();
      this.#mine = { title, options, click: () => void this.dispatchEvent(new Event('click')), closed: false };
      shown.push(this.#mine);
    }
    close() {
      this.#mine.closed = true;
    }
  }
  vi.stubGlobal('Notification', Stub);
  return { shown, asked: Stub.requestPermission };
}

const hide = (hidden: boolean) => vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);

beforeEach(() => storeSession('owner'));
afterEach(() => {
  act(settings.close);
  window.localStorage.removeItem('setting.browserNotifications');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  const view = show(
    <>
      <NotificationBell unread={0} />
      <SettingsHost />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
  const bell = within(await screen.findByRole('dialog', { name: /^Notifications/ }));
  await userEvent.click(bell.getByRole('button', { name: 'Notification settings' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Notification settings' })) };
}

test('the settings open from the bell, show the current choice, and are saved as a whole', async () => {
  const { dialog } = await open();
  const comments = within(await dialog.findByRole('radiogroup', { name: 'Comments' }));
  expect(comments.getByRole('radio', { name: 'Daily' })).toBeChecked();
  expect(dialog.getByText(/08:00 \(Europe\/Berlin/)).toBeVisible();
  await userEvent.click(comments.getByRole('radio', { name: 'Off' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server().mail).toEqual({
      asked: 'at-once',
      newOrders: 'at-once',
      comments: 'off',
      decisions: 'at-once',
      changes: 'off',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notification settings' })).toBeNull());
});

test('Escape asks before a changed setting is lost', async () => {
  const { dialog } = await open();
  const comments = within(await dialog.findByRole('radiogroup', { name: 'Comments' }));
  await userEvent.click(comments.getByRole('radio', { name: 'Off' }));
  await expectEscapeAsks(() => screen.queryByRole('dialog', { name: 'Notification settings' }));
  expect(server().mail.comments).toBe('daily');
});

test('a user who can be notified of every new order chooses between all orders and their own', async () => {
  server().mail = { ...server().mail, orders: 'mine' };
  const { dialog } = await open();
  const scope = within(await dialog.findByRole('radiogroup', { name: 'Notify me of' }));
  expect(scope.getByRole('radio', { name: 'Only my orders' })).toBeChecked();
  await userEvent.click(scope.getByRole('radio', { name: 'All orders' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server().mail.orders).toBe('all'));
});

test('other users do not see this choice', async () => {
  const { dialog } = await open();
  expect(await dialog.findByRole('radiogroup', { name: 'Comments' })).toBeVisible();
  expect(dialog.queryByRole('radiogroup', { name: 'Notify me of' })).toBeNull();
});

test('settings that cannot be saved stay open and say why; settings that cannot be read offer a retry', async () => {
  server().intercept = ({ method, path }) =>
    method === 'PUT' && path.includes('settings') ? refused(422, 'x', 'Not like this.') : undefined;
  const { dialog } = await open();
  await userEvent.click(await dialog.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not like this.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
});

test('settings changed in another browser are refetched (BD-309)', async () => {
  const { dialog, store } = await open();
  const changes = within(await dialog.findByRole('radiogroup', { name: 'Status changes and other' }));
  expect(changes.getByRole('radio', { name: 'Off' })).toBeChecked();
  server().mail = { ...server().mail, changes: 'daily' };
  act(() => store.dispatch(applyLive({ event: 'reload-profile' })));
  await waitFor(() => expect(changes.getByRole('radio', { name: 'Daily' })).toBeChecked());
});

describe('browser notifications', () => {
  const shown = { id: 'm1', title: 'Priya mentioned you', text: '1042 Jam label', onClick: () => {} };

  test('ask for permission only on a click, and show only in hidden tabs', async () => {
    const browser = stubBrowser('default');
    const { dialog } = await open();
    const box = await dialog.findByRole('checkbox', { name: /^Show notifications of this browser/ });
    expect(browser.asked).not.toHaveBeenCalled();
    await userEvent.click(box);
    await waitFor(() => expect(box).toBeChecked());
    expect(browser.asked).toHaveBeenCalledOnce();

    hide(false);
    expect(showInBrowser(shown)).toBe(false);
    hide(true);
    const onClick = vi.fn<() => void>();
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
    expect(showInBrowser({ ...shown, onClick })).toBe(true);
    expect(browser.shown).toMatchObject([
      { title: 'Priya mentioned you', options: { body: '1042 Jam label', tag: 'm1' } },
    ]);
    browser.shown[0]?.click();
    expect([onClick.mock.calls.length, focus.mock.calls.length, browser.shown[0]?.closed]).toEqual([1, 1, true]);
  });

  test('stay off when the user refuses', async () => {
    const browser = stubBrowser('default', 'denied');
    const { dialog } = await open();
    const box = await dialog.findByRole('checkbox', { name: /^Show notifications of this browser/ });
    await userEvent.click(box);
    await waitFor(() => expect(box).toBeDisabled());
    expect(box).not.toBeChecked();
    hide(true);
    expect(showInBrowser(shown)).toBe(false);
    expect(browser.shown).toEqual([]);
  });

  test.each(['granted', 'default', 'denied'] as const)('do not show unless enabled: %s', (permission) => {
    const browser = stubBrowser(permission);
    hide(true);
    expect(showInBrowser(shown)).toBe(false);
    window.localStorage.setItem('setting.browserNotifications', 'on');
    expect(showInBrowser(shown)).toBe(permission === 'granted');
    expect(browser.shown).toHaveLength(permission === 'granted' ? 1 : 0);
    expect(browser.asked).not.toHaveBeenCalled();
  });
});

test('the bell flashes 750 ms after a notification arrived, for 750 ms (BD-315, BD-337, BD-338)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { store, container } = show(<NotificationBell unread={0} />);
    const lit = () => container.querySelector('[data-flash]') !== null;
    act(() => store.dispatch(applyLive({ event: 'fetch-messages' })));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(lit()).toBe(false);
    act(() => store.dispatch(applyLive({ event: 'notify-sidebar' })));
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect(lit()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(lit()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(lit()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(150));
    expect(lit()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
