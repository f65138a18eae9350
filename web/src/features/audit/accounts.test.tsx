import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { at, people, uuid } from '../../../tests/fake/data';
import { ok, refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { AccountEvent, AuditEvent, RefusedCommand } from '@/api/desk';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
  server().own.profile.abilities['audit'] = ['read'];
});

const event = (position: number, more: Partial<AccountEvent>): AccountEvent => ({
  position,
  at: at(-1),
  type: 'member.deactivated',
  words: 'A person was deactivated.',
  actor: people.marcus,
  subject: 'Sam Whitfield',
  subjectId: people.sam.id,
  via: 'people',
  detail: '',
  ...more,
});
const rows = async () => (await screen.findAllByRole('row')).slice(1);

describe('what happened to accounts', () => {
  beforeEach(() => {
    server().accountEvents = [
      event(30, {
        type: 'customer.company_changed',
        words: 'The company was changed.',
        actor: people.olivia,
        impersonator: people.marcus,
        subject: 'Acme Foods',
        subjectId: uuid(320),
        detail: 'address',
      }),
      event(20, { type: 'member.impersonated', words: 'An admin acts as the person.', reason: 'They asked us.' }),
      event(10, { actor: people.olivia }),
    ];
  });

  test('is listed with who did it, also as an impersonator, to whom and why (D-48)', async () => {
    showApp('/audit/accounts');
    await screen.findByText('The company was changed.');
    const [changed, acted] = await rows();
    expect(changed).toHaveTextContent(/Olivia Hartmannas impersonated by Marcus/);
    expect(changed).toHaveTextContent('The company was changed.address');
    expect(screen.getByRole('link', { name: 'Acme Foods' })).toHaveAttribute('href', `/customer/${uuid(320)}`);
    expect(acted).toHaveTextContent('An admin acts as the person.They asked us.');
    expect(screen.getByRole('link', { name: 'Sam Whitfield' })).toHaveAttribute(
      'href',
      `/team-members/${people.sam.id}`,
    );
  });

  test('loads more on demand', async () => {
    showApp('/audit/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('A person was deactivated.')).toBeVisible();
    expect(screen.getByText('The company was changed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('can be limited to what one person did', async () => {
    const { router } = showApp('/audit/accounts');
    await screen.findByText('The company was changed.');
    await userEvent.click(screen.getByRole('combobox', { name: 'Person' }));
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(people.marcus.name) }));
    expect(router.state.location.search).toBe(`?person=${people.marcus.id}`);
    await waitFor(async () => {
      expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
      expect(await rows()).toHaveLength(2); // one says that they are loading
    });
  });

  test('says that there is nothing, or why it cannot be read', async () => {
    server().accountEvents = [];
    const { unmount } = showApp('/audit/accounts');
    expect(await screen.findByText('Nothing happened to accounts')).toBeVisible();
    unmount();
    server().intercept = ({ path }) =>
      path.endsWith('/audit/accounts') ? refused(409, 'x', 'Not right now.') : undefined;
    showApp('/audit/accounts');
    expect(await screen.findByText('Not right now.')).toBeVisible();
  });
});

describe('the other views name the impersonator too (D-48)', () => {
  const both = { actor: people.olivia, impersonator: people.marcus, at: at(-1), via: 'board' };

  test('of an event', async () => {
    const done: AuditEvent = {
      ...both,
      position: 5,
      stream: uuid(1),
      type: 'order.moved',
      kind: 'status',
      label: 'moved it',
    };
    server().intercept = ({ path }) => (path.endsWith('/audit/events') ? ok({ events: [done] }) : undefined);
    showApp('/audit');
    const table = within(await screen.findByRole('region', { name: 'Found events' }));
    expect(await table.findByText(`as impersonated by ${people.marcus.name}`)).toBeVisible();
  });

  test('of a refused command', async () => {
    const not: RefusedCommand = {
      ...both,
      id: uuid(2),
      role: 'owner',
      command: 'MoveOrder',
      reason: 'order.move_not_allowed',
      message: 'Not now.',
      details: [],
    };
    server().intercept = ({ path }) => (path.endsWith('/audit/refusals') ? ok({ refusals: [not] }) : undefined);
    showApp('/audit/refused');
    expect(await screen.findByText(`as impersonated by ${people.marcus.name}`)).toBeVisible();
  });
});
