import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { makeAnnouncement } from '../../../tests/fake/shell';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { applyLive } from '@/api/live/live';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const path = '/archived-order';
const bar = () => screen.findByRole('region', { name: 'Announcement' });
const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull());
const dismiss = () => userEvent.click(screen.getByRole('button', { name: 'Dismiss this announcement' }));
const asked = () => server().requests.filter((request) => request.path === '/api/g/announcements').length;

describe('the announcement bar', () => {
  test('shows the html in the colours of the announcement (BD-379..BD-382, SH-329)', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    showApp(path);
    const region = await bar();
    expect(await within(region).findByText(/We are closed on day 1/)).toBeVisible();
    expect(within(region).getByRole('link', { name: 'More about it' })).toHaveAttribute('rel', 'noopener noreferrer');
    const coloured = region.closest<HTMLElement>('[style]');
    expect(coloured?.style.background).toBe('rgb(29, 78, 216)');
    expect(coloured?.style.color).toBe('rgb(255, 255, 255)');
    expect(region.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  });

  test('shows several one at a time, each in its own colours (BD-381, BD-382)', async () => {
    const green = { backgroundColor: '#14532d', textColor: '#ffffff' };
    server().shell.announcements = [makeAnnouncement(1), makeAnnouncement(2, { lasting: true, styles: green })];
    showApp(path);
    expect(await bar()).toHaveTextContent('We are closed on day 1.');
    expect(screen.getByText('1 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    const second = await bar();
    expect(second).toHaveTextContent('We are closed on day 2.');
    expect(second.closest('[style]')).toHaveStyle({ background: '#14532d', color: '#ffffff' });
    expect(screen.queryByRole('button', { name: 'Dismiss this announcement' })).toBeNull();
  });

  test('shows nothing harmful that the server has let through', async () => {
    server().shell.announcements = [
      makeAnnouncement(1, { html: '<p>News<img src=x onerror="alert(1)"><a href="javascript:alert(1)">x</a></p>' }),
    ];
    showApp(path);
    const region = await bar();
    await within(region).findByText(/News/);
    expect(region.querySelector('img, [onerror], [href]')).toBeNull();
  });

  test('can be dismissed for good, and gives the focus back to the page', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    showApp(path);
    await bar();
    await dismiss();
    await noBar();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => expect(asked()).toBe(2));
    expect(server().requests.some((request) => request.path.endsWith('/dismissal'))).toBe(true);
  });

  test('comes back and says why when the server refuses the dismissal', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    server().intercept = (request) =>
      request.path.endsWith('/dismissal') ? refused(409, 'announcement.lasting', 'It stays until it ends.') : undefined;
    showApp(path);
    await bar();
    await dismiss();
    expect(await screen.findByText('It stays until it ends.')).toBeVisible();
    expect(await bar()).toBeVisible();
  });

  test('cannot be dismissed when it lasts', async () => {
    server().shell.announcements = [makeAnnouncement(1, { lasting: true })];
    showApp(path);
    await bar();
    expect(screen.queryByRole('button', { name: 'Dismiss this announcement' })).toBeNull();
  });

  test('is absent without a word when it cannot be read (SH-330, BD-446)', async () => {
    server().intercept = (request) =>
      request.path === '/api/g/announcements' ? refused(500, 'internal', 'Try later.') : undefined;
    showApp(path);
    await waitFor(() => expect(asked()).toBe(1));
    await screen.findByRole('heading', { name: /Archived/ });
    expect(screen.queryByText('Try later.')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull();
  });

  test('appears when the server says that the announcements have changed', async () => {
    const { store } = showApp(path);
    await waitFor(() => expect(asked()).toBe(1));
    server().shell.announcements = [makeAnnouncement(1)];
    act(() => store.dispatch(applyLive({ event: 'reload-announcements' })));
    expect(await bar()).toBeVisible();
  });

  test('is read again when an announcement begins or ends', async () => {
    server().shell.changesAt = new Date(Date.now() + 1500).toISOString();
    showApp(path);
    await waitFor(() => expect(asked()).toBe(1));
    server().shell.changesAt = undefined;
    server().shell.announcements = [makeAnnouncement(1)];
    expect(await bar()).toBeVisible();
    expect(asked()).toBe(2);
  });
});
