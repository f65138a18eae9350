import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAnnouncement } from '../../../tests/fake/shell';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('owner');
const slow = { timeout: 10_000 };

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('owner');
});

afterEach(() => act(notifications.clean));

const bar = () => screen.findByRole('region', { name: 'Announcement' }, slow);
const noBar = () => expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull();
const asked = () => server().requests.some(({ path }) => path.endsWith('/g/announcements'));

describe('the announcements above every page', () => {
  test('show their html in their colours, one at a time (BD-379..BD-382)', async () => {
    const green = { backgroundColor: '#14532d', textColor: '#ffffff' };
    server().shell.announcements = [
      makeAnnouncement(1),
      makeAnnouncement(2, { html: '<p>Moved <b>today</b><script>alert(1)</script></p>', lasting: true, styles: green }),
    ];
    showApp('/settings');
    expect(await bar()).toHaveTextContent('We are closed on day 1.');
    expect(screen.getByText('1 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    const second = await bar();
    expect(second).toHaveTextContent('Moved today');
    expect(second.querySelector('b')).toHaveTextContent('today');
    expect(second.querySelector('script')).toBeNull();
    expect(second.closest('[style]')).toHaveStyle({ background: '#14532d', color: '#ffffff' });
    expect(screen.queryByRole('button', { name: 'Dismiss this announcement' })).toBeNull();
  });

  test('are dismissed at once, and come back when the server refuses', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    let refusing = true;
    server().intercept = ({ path }) =>
      refusing && path.endsWith('/dismissal') ? refused(500, 'internal', 'This failed.') : undefined;
    showApp('/settings');
    await bar();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss this announcement' }));
    expect(await screen.findByText('This failed.')).toBeVisible();
    await bar();
    refusing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss this announcement' }));
    await waitFor(noBar);
  });

  test('are missing without a word when they cannot be read (SH-330, BD-446)', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/g/announcements') ? refused(500, 'internal', 'Broken today.') : undefined;
    showApp('/settings');
    await waitFor(() => expect(asked()).toBe(true), slow);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible(), slow);
    noBar();
    expect(screen.queryByText('Broken today.')).toBeNull();
  });
});
