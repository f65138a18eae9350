import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeDetail, makeProfile, uuid } from '../../../tests/fake/data';
import { ok } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { Role } from '@/api/generated';
import { palette } from './palette';
import { active, field, press, section } from './testing';
const server = fakeServer('manager');
const order = `/orders/detail/${uuid(1000)}`;

function signIn(role: Role) {
  storeSession(role);
  server().own.profile = makeProfile(role);
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  window.localStorage.clear();
  palette.close();
  signIn('manager');
});

/** Runs an action with the palette, once the page offers it. */
async function run(words: string) {
  await press('{Control>}k{/Control}');
  await userEvent.type(await field(), words);
  await waitFor(() => expect(active()).toHaveTextContent(words));
  await press('{Enter}');
}

test('the board changes its density and hides its covers, and offers the way back (BY-049)', async () => {
  showApp('/');
  await screen.findByRole('button', { name: 'View' });
  await run('Density: Compact');
  await run('Hide covers');
  await press('{Control>}k{/Control}');
  await field();
  await waitFor(() => expect(section('View')).toEqual(['Density: Comfortable', 'Show covers']));
});

test('the brief and the references of an order open for editing, with the focus (BY-049)', async () => {
  showApp(order);
  await screen.findByRole('button', { name: 'Edit the brief' });
  await run('Edit references');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'References, one a line' })).toHaveFocus());
  await run('Edit the brief');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Brief' })).toHaveFocus());
  await press('{Control>}k{/Control}');
  await field();
  // What is open for editing already is not offered again.
  expect(section('This order')).not.toContain('Edit references');
  expect(section('This order')).not.toContain('Edit the brief');
});

test.each([
  ['Assign operator and manager', 'Operator'],
  ['Choose collaborators', 'Collaborators'],
])('%s opens its form on an order (BY-049)', async (words, label) => {
  const [stored] = server().orders;
  if (!stored) throw new Error('no order');
  const detail = makeDetail(server().card(stored), '');
  server().intercept = ({ method, path }) =>
    method === 'GET' && path.endsWith(order.replace('/orders/detail', ''))
      ? ok({ order: { ...detail, can: { ...detail.can, assign: true } }, position: 500 })
      : undefined;
  showApp(order);
  await screen.findByRole('button', { name: 'Assign' });
  await run(words);
  const form = within(await screen.findByRole('dialog', { name: /^(Assign|Collaborators)/ }));
  await waitFor(() => expect(form.getByRole('combobox', { name: label })).toHaveFocus());
});

test.each([
  ['/business-hours', 'Business hours', 'Save business hours', /\/business-hours\/settings$/],
  ['/clients/brightside/branding', 'Branding', 'Save branding', /\/branding$/],
])('the editor on %s is saved (BY-049)', async (path, form, words, call) => {
  signIn('admin');
  showApp(path);
  await screen.findByRole('form', { name: form });
  await run(words);
  await waitFor(() => {
    const sent = server().requests.filter(({ method }) => method !== 'GET');
    expect(sent.map((request) => request.path)).toEqual([expect.stringMatching(call)]);
  });
});

test('publishing an announcement checks its fields first, as its button does (BY-049)', async () => {
  signIn('admin');
  showApp('/announcements/new');
  await screen.findByRole('form', { name: 'Announcement' });
  await run('Publish announcement');
  expect(await screen.findByText('Required!')).toBeVisible();
  expect(server().shell.announcements).toEqual([]);
});
