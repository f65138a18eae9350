import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAnnouncement } from '../../../../tests/fake/shell';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const deletion = /This account will be deleted on/;
const unverified = /is not verified/;

describe('the banners above the page', () => {
  test('show one at a time, the most urgent first, with a way to the others (SH-151, SH-152, BD-381)', async () => {
    Object.assign(server().own.profile, { deletesAt: '2026-12-20T10:00:00Z', emailIsVerified: false });
    server().shell.announcements = [makeAnnouncement(1), makeAnnouncement(2)];
    showApp('/archived-order');
    expect(await screen.findByText('1 of 4')).toBeVisible();
    expect(screen.getByText(deletion)).toBeVisible();
    expect(screen.queryByText(unverified)).toBeNull();
    await press('Next');
    expect(screen.getByText(unverified)).toBeVisible();
    expect(screen.queryByText(deletion)).toBeNull();
    await press('Next');
    expect(await screen.findByText(/closed on day 1/)).toBeVisible();
    await press('Next');
    expect(screen.getByText(/closed on day 2/)).toBeVisible();
    expect(screen.getByText('4 of 4')).toBeVisible();
    await press('Next');
    expect(screen.getByText(deletion)).toBeVisible();
    await press('Previous');
    expect(screen.getByText('4 of 4')).toBeVisible();
  });

  test('keep the one that is read when another one comes or goes', async () => {
    Object.assign(server().own.profile, { emailIsVerified: false });
    server().shell.announcements = [makeAnnouncement(1), makeAnnouncement(2), makeAnnouncement(3)];
    showApp('/archived-order');
    await screen.findByText('1 of 4');
    await press('Next');
    await screen.findByText(/closed on day 1/);
    await press('Dismiss this announcement');
    expect(await screen.findByText(/closed on day 2/)).toBeVisible();
    expect(screen.getByText('2 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Dismiss this announcement' })).toHaveFocus();
  });

  test('offer no way to others when there is only one', async () => {
    server().shell.announcements = [makeAnnouncement(1)];
    showApp('/archived-order');
    await screen.findByText(/closed on day 1/);
    expect(screen.queryByRole('group', { name: 'Banners' })).toBeNull();
  });

  test('have their place before their code is there', async () => {
    Object.assign(server().own.profile, { emailIsVerified: false });
    const { container } = showApp('/archived-order');
    await waitFor(() => expect(container.querySelector('.unverified')).not.toBeNull());
    const place = container.querySelector<HTMLElement>('.unverified');
    if (place) await within(place.parentElement ?? place).findByText(unverified);
    expect(container.querySelectorAll('.unverified')).toHaveLength(1);
  });
});
