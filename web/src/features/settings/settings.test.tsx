import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { ok, refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer();
beforeEach(() => {
  window.localStorage.clear();
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const sessions = async () => within(await screen.findByRole('list', { name: 'Where you are signed in' }));
const ended = () => server().requests.filter(({ method }) => method === 'DELETE');

test('the settings are the page /settings, whose list leads to its sections', async () => {
  const { router } = showApp('/settings');
  expect(await screen.findByRole('heading', { name: 'General Settings' })).toBeVisible(); // SH-069
  const list = within(screen.getByRole('navigation', { name: 'Sections' }));
  await userEvent.click(list.getByRole('link', { name: 'Security' }));
  expect(router.state.location.hash).toBe('#security');
  expect(screen.getByRole('heading', { name: 'Security' })).toHaveFocus();
  expect(list.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'location');
});

test('the time zone and the password are changed in the profile', async () => {
  showApp('/settings');
  const general = await section('General');
  expect(general.getByText('UTC')).toBeVisible();
  expect(general.getByRole('link', { name: 'Change the time zone' })).toHaveAttribute('href', '/profile#personal');
  const security = await section('Security');
  expect(security.getByRole('link', { name: 'Change the password' })).toHaveAttribute('href', '/profile#password');
});

test('the appearance can be chosen', async () => {
  showApp('/settings');
  const scheme = within(within(await screen.findByRole('main')).getByRole('radiogroup', { name: 'Appearance' }));
  expect(scheme.getByRole('radio', { name: 'Auto' })).toBeChecked();
  await userEvent.click(scheme.getByRole('radio', { name: 'Dark' }));
  expect(scheme.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test.each([
  ['Density', 'Compact', 'Comfortable'],
  ['Show covers', 'Off', 'On'],
  ['Start page', 'Orders', 'Board'],
  ['Reduce motion', 'Always', 'Like the system'],
])('%s is stored in this browser', async (name, other, usual) => {
  const { unmount } = showApp('/settings');
  const choice = async () => within(await screen.findByRole('radiogroup', { name }));
  expect((await choice()).getByRole('radio', { name: usual })).toBeChecked();
  await userEvent.click((await choice()).getByRole('radio', { name: other }));
  unmount();
  showApp('/settings');
  expect((await choice()).getByRole('radio', { name: other })).toBeChecked();
});

test.each([
  ['owner', ['Board', 'Orders', 'My Images']],
  ['manager', ['Board', 'Orders']],
] as const)('the start pages of a %s are those that they have', async (role, pages) => {
  server().intercept = ({ path }) => (path.endsWith('/profile') ? ok(makeProfile(role)) : undefined);
  storeSession(role);
  showApp('/settings');
  const choice = within(await screen.findByRole('radiogroup', { name: 'Start page' }));
  expect(choice.getAllByRole('radio').map((radio) => radio.closest('div')?.textContent)).toEqual(pages);
});

test('density is a setting of each user', async () => {
  const { unmount } = showApp('/settings');
  await userEvent.click(await screen.findByRole('radio', { name: 'Compact' }));
  unmount();
  storeSession('manager');
  showApp('/settings');
  expect(await screen.findByRole('radio', { name: 'Comfortable' })).toBeChecked();
});

test('motion is reduced on the whole page as soon as it is chosen', async () => {
  showApp('/settings');
  const { dataset } = document.documentElement;
  await userEvent.click(await screen.findByRole('radio', { name: 'Always' }));
  expect(dataset['motion']).toBe('reduced');
  await userEvent.click(screen.getByRole('radio', { name: 'Like the system' }));
  expect(dataset['motion']).toBe('full');
});

test('the general settings show how dates are written', async () => {
  showApp('/settings');
  expect((await section('General')).getByText('Dates are written like 25 Dec 2026.')).toBeVisible();
});

const links = () =>
  screen
    .getAllByRole('navigation', { name: 'Sections' })
    .flatMap((list) => within(list).queryAllByRole('link'))
    .map((link) => link.textContent);
const field = () => screen.findByRole('searchbox', { name: 'Search the settings' });

test('a search leaves the sections with its words, also those that load later', async () => {
  showApp('/settings');
  await userEvent.type(await field(), 'ZONE time');
  expect(links()).toEqual(['General']);
  expect(screen.getByRole('region', { name: 'General' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Security' })).toBeNull();
  expect(screen.getByText('1 section found')).toBeInTheDocument();
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'firefox');
  await waitFor(() => expect(links()).toEqual(['Sessions']));
});

test('Escape clears the search, and Enter goes to the first section found', async () => {
  const { router } = showApp('/settings');
  await userEvent.type(await field(), 'password{Enter}');
  expect(links()).not.toContain('General');
  expect(router.state.location.hash).toBe('#security');
  expect(screen.getByRole('heading', { name: 'Security' })).toHaveFocus();
  expect(await field()).toHaveValue('password');
  await userEvent.type(await field(), '{Escape}');
  expect(await field()).toHaveValue('');
  expect(links()).toContain('General');
});

test('a search without a match says so and can be cleared', async () => {
  showApp('/settings');
  await userEvent.type(await field(), 'zebra');
  expect(await screen.findByText('Nothing matches')).toBeVisible();
  expect(links()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(links()).toContain('General');
});

test('a link to a section that the search hides clears the search', async () => {
  const { router } = showApp('/settings');
  await userEvent.type(await field(), 'appearance');
  await act(() => router.navigate('#sessions'));
  expect(await field()).toHaveValue('');
  expect(screen.getByRole('heading', { name: 'Sessions' })).toHaveFocus();
});

test('the notification settings are saved and stay on the page', async () => {
  showApp('/settings');
  const comments = within(await screen.findByRole('radiogroup', { name: 'Comments' }));
  await userEvent.click(comments.getByRole('radio', { name: 'Off' }));
  const form = await section('Notifications');
  expect(form.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server().mail).toMatchObject({ asked: 'at-once', comments: 'off', changes: 'off' }));
  expect(await screen.findByText('Your notification settings are saved')).toBeVisible();
  expect(comments.getByRole('radio', { name: 'Off' })).toBeChecked();
});

test('the sessions show where the user is signed in', async () => {
  showApp('/settings');
  const [own, other, unknown] = (await sessions()).getAllByRole('listitem');
  expect(own).toHaveTextContent('Firefox on Linux This browser192.0.2.1 · Signed in 19 Nov 2026');
  expect(own).toHaveTextContent(/Last seen .* ago/);
  expect(other).not.toHaveTextContent('This browser');
  expect(unknown).toHaveTextContent('Unknown browser');
});

test('one session can be ended', async () => {
  showApp('/settings');
  const list = await sessions();
  await userEvent.click(list.getByRole('button', { name: 'Sign out Chrome on Windows, 192.0.2.2' }));
  expect(await screen.findByText('Chrome on Windows is signed out')).toBeVisible();
  expect(ended().map(({ path }) => path)).toEqual([`/api/c/profile/sessions/${uuid(602)}`]);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  expect(list.getByRole('link', { name: 'Sign out of this browser' })).toHaveAttribute('href', '/signout');
});

test('all other sessions can be ended after a question', async () => {
  showApp('/settings');
  const list = await sessions();
  const everywhere = { name: 'Sign out everywhere else' };
  await userEvent.click(screen.getByRole('button', everywhere));
  const question = within(await screen.findByRole('dialog', { name: 'Sign out everywhere else?' }));
  expect(ended()).toEqual([]);
  await userEvent.click(question.getByRole('button', everywhere));
  expect(await screen.findByText('You are signed out everywhere else')).toBeVisible();
  expect(ended().map(({ path }) => path)).toEqual(['/api/c/profile/sessions']);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', everywhere)).toBeNull();
});

test('sessions that cannot be read say why, and can be read again', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/profile/sessions') ? refused(409, 'x', 'Not right now.') : undefined;
  showApp('/settings');
  const shown = await section('Sessions');
  expect(await shown.findByText('Not right now.')).toBeVisible();
  server().intercept = () => undefined;
  await userEvent.click(shown.getByRole('button', { name: 'Try again' }));
  expect((await sessions()).getAllByRole('listitem')).toHaveLength(3);
});
