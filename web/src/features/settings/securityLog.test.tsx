import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SecurityEvent } from '@/api/session/securityLog';
import { at, makeProfile, people } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer();
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => vi.unstubAllGlobals());

const open = async (role: 'owner' | 'staff') => {
  storeSession(role);
  showApp('/settings');
  return within(await screen.findByRole('region', { name: 'Security log' }));
};
const event = (position: number, words: string, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  position,
  at: at(-1),
  type: 'member.password_changed',
  words,
  detail: '',
  ...more,
});

test('an owner sees what happened in the account, to whom and by whom, and older events on demand (BY-071)', async () => {
  const me = makeProfile('owner');
  const own = { id: me.id, name: 'Olivia Hartmann', avatar: '' };
  server().own.security = [
    event(9, 'A second factor was removed.', { person: people.sam, actor: people.sam, detail: 'Passkey' }),
    event(8, 'An admin began to act as the person, for a reason.', { person: people.sam, actor: people.marcus }),
    event(7, 'An owner asked for the deletion of the account.', { actor: own }),
    event(6, 'The password was changed.', { person: own, actor: own }),
  ];
  const log = await open('owner');
  const rows = async () => within(await log.findByRole('list', { name: 'Security events' })).getAllByRole('listitem');
  const [removed, acts, leaves] = await rows();
  expect(removed).toHaveTextContent(new RegExp(`^A second factor was removed\\..+ · ${people.sam.name} · Passkey$`));
  expect(acts).toHaveTextContent(new RegExp(` · ${people.sam.name} · by ${people.marcus.name}$`));
  expect(leaves).toHaveTextContent(/ · by Olivia Hartmann$/);
  await userEvent.click(log.getByRole('button', { name: 'Show older events' }));
  expect((await log.findByText('The password was changed.')).closest('li')).toHaveTextContent(/ · You$/);
  expect(log.queryByRole('button', { name: 'Show older events' })).toBeNull();
  expect(log.getByPlaceholderText('Everybody')).toBeVisible();
});

test('a log that cannot be read can be read again', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/security-log') ? refused(500, 'internal', 'That failed.') : undefined;
  const log = await open('owner');
  const again = await log.findByRole('button', { name: /again|retry/i });
  server().intercept = () => undefined;
  await userEvent.click(again);
  expect(await log.findByText('Nothing happened yet')).toBeVisible();
});

describe('others', () => {
  fakeServer('staff');

  test('see what happened to themselves', async () => {
    const log = await open('staff');
    expect(await log.findByText('Nothing happened yet')).toBeVisible();
    expect(log.queryByPlaceholderText('Everybody')).toBeNull();
  });
});
