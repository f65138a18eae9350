import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountExport } from '@/api/session/account';
import { applyLive } from '@/api/live/live';
import { at } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { pollMs } from './useAccountExport';

afterEach(() => {
  vi.useRealTimers();
  act(notifications.clean);
  vi.unstubAllGlobals();
});
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));

const ready: AccountExport = {
  state: 'ready',
  orders: 24,
  written: 24,
  fileName: 'acme-foods.zip',
  fileSize: 5_242_880,
  link: 'http://files.test/acme-foods.zip?signed',
  requestedAt: at(0),
  expiresAt: '2026-11-27T10:00:00Z',
};

describe('the export of an account, for its owner (BY-044)', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const asked = (method: string) =>
    server().requests.filter((call) => call.method === method && call.path.endsWith('/profile/export'));
  const open = async (now?: AccountExport) => {
    if (now) server().own.export = now;
    const app = showApp('/settings');
    return { ...app, section: within(await screen.findByRole('region', { name: 'Export your account' })) };
  };

  test('says what is inside and how it is verified, and is asked for with one click', async () => {
    const { section } = await open();
    expect(
      section.getByText(/^One zip file with all orders of the account: their files, comments and history/),
    ).toBeVisible();
    expect(section.getByText('proofboard audit check')).toBeVisible();
    await userEvent.click(await section.findByRole('button', { name: 'Export account' }));
    expect(await section.findByText('0 of 24 orders are written.')).toBeVisible();
    expect(asked('POST')).toHaveLength(1);
    expect(section.queryByRole('button')).toBeNull();
  });

  test('live messages move the bar until the file is there', async () => {
    const { section, store } = await open({ state: 'waiting', orders: 24, written: 6 });
    expect(await section.findByText('6 of 24 orders are written.')).toBeVisible();
    expect(section.getByRole('progressbar', { name: 'Export: 25% done' })).toBeVisible();
    const say = (data: AccountExport) => act(() => store.dispatch(applyLive({ event: 'account-export', data })));
    say({ state: 'waiting', orders: 24, written: 18 });
    expect(await section.findByRole('progressbar', { name: 'Export: 75% done' })).toBeVisible();
    say(ready);
    expect(await section.findByText('acme-foods.zip')).toBeVisible();
    expect(section.getByText('5.0 MB · Available until 27 Nov 2026 10:00')).toBeVisible();
    expect(screen.queryByText('The export of your account is ready')).toBeNull();
  });

  test('a lost live message is made up for every 10 seconds, only while the export waits', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { section } = await open({ state: 'waiting' });
    expect(await section.findByText('The export begins in a moment.')).toBeVisible();
    server().own.export = ready;
    const before = asked('GET').length;
    await act(() => vi.advanceTimersByTimeAsync(pollMs));
    expect(await section.findByText('acme-foods.zip')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(3 * pollMs));
    expect(asked('GET')).toHaveLength(before + 1);
  });

  test('the download asks for a fresh link', async () => {
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      clicked.push(`${this.href} as ${this.download}`);
    });
    const { section } = await open(ready);
    const download = await section.findByRole('button', { name: 'Download' });
    server().own.export = { ...ready, link: 'http://files.test/acme-foods.zip?fresh' };
    await userEvent.click(download);
    await waitFor(() => expect(clicked).toEqual(['http://files.test/acme-foods.zip?fresh as acme-foods.zip']));
  });

  test('an export that failed can be tried again', async () => {
    const { section } = await open({ state: 'failed' });
    expect(await section.findByText(/^The export could not be made\./)).toBeVisible();
    await userEvent.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText('0 of 24 orders are written.')).toBeVisible();
  });

  test('a refusal says why', async () => {
    server().intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/export') ? refused(429, 'x', 'Only one export a day.') : undefined;
    const { section } = await open();
    await userEvent.click(await section.findByRole('button', { name: 'Export account' }));
    expect(await section.findByText('Only one export a day.')).toBeVisible();
  });

  test('an admin who acts as the owner can make none (D-48)', async () => {
    server().own.profile.impersonation = { by: 'Marcus Lindqvist', until: '2036-01-01T00:00:00Z' };
    const { section } = await open();
    expect(section.getByText('Only the person themselves can export the account.')).toBeVisible();
    expect(section.queryByRole('button')).toBeNull();
  });

  test('the deletion of the account leads to it first', async () => {
    const { router } = await open();
    const deletion = within(screen.getByRole('region', { name: 'Delete account' }));
    const link = { name: 'Export your data first' };
    await userEvent.type(deletion.getByLabelText('Reason'), 'We close.');
    await userEvent.type(deletion.getByLabelText('Your password'), 'proof-demo-1');
    await userEvent.click(deletion.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('link', link)).toHaveAttribute('href', '#export');
    await userEvent.click(dialog.getByRole('link', link));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server().requests.some(({ path }) => path.endsWith('/profile/deletion'))).toBe(false);
    await userEvent.click(deletion.getByRole('link', link));
    expect(router.state.location.hash).toBe('#export');
    expect(screen.getByRole('heading', { name: 'Export your account' })).toHaveFocus();
  });
});

describe('the settings of a team member', () => {
  fakeServer('staff');
  beforeEach(() => storeSession('staff'));

  test('offer no export', async () => {
    showApp('/settings');
    await screen.findByRole('region', { name: 'Security' });
    expect(screen.queryByRole('region', { name: 'Export your account' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Export your account' })).toBeNull();
  });
});
