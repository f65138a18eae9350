import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { palette } from './palette';
import { field, lines, press, section } from './testing';

const server = fakeServer('manager');
const order = `/orders/detail/${uuid(1000)}`;

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('manager');
  palette.close();
});

describe('the actions of a page', () => {
  test('are those that its buttons and menus offer to this user (BY-049)', async () => {
    const { unmount } = showApp(order);
    await screen.findByRole('button', { name: 'Send to review' });
    await press('{Control>}k{/Control}');
    await field();
    const offered = section('This order');
    expect(offered).toContain('Send to review');
    expect(offered).toContain('Hold Order');
    expect(offered).toContain('History of this orderH');
    expect(lines()).not.toContain('Create a new orderC');
    unmount();
    palette.close();

    const [stored] = server().orders;
    if (stored) stored.status = 'completed';
    storeSession('staff');
    server().own.profile = makeProfile('staff');
    showApp(order);
    await screen.findByRole('heading', { level: 1, name: /Autumn harvest/ });
    await press('{Control>}k{/Control}');
    await field();
    expect(section('This order')).not.toContain('Send to review');
    expect(lines()).toContain('Create a new orderC');
  });

  test.each([
    ['owner', '/', 'Board', ['Sort: Created', 'Sort: Due date', 'Sort: Name', 'Sort: Last change', 'Sort: Priority']],
    ['owner', '/order-list', 'This list', ['Export CSV']],
    ['owner', '/order-list', 'View', ['Density: Compact', 'Hide covers']],
    ['owner', '/orders/new', 'New order', ['Create Order', 'Save as Draft']],
    ['owner', '/team-members', 'Team', ['Add team member']],
    ['admin', '/people', 'People', ['Add person']],
    ['admin', '/clients', 'Clients', ['Create reseller']],
    ['admin', '/customers', 'Customers', ['Create New Customer']],
    ['admin', '/catalogue', 'Catalogue', ['Add service', 'Add category', 'Add package']],
  ] as const)('of %s on %s are in the group %s', async (role, path, group, actions) => {
    storeSession(role);
    server().own.profile = makeProfile(role);
    showApp(path);
    await screen.findByRole('button', { name: /^User menu/ });
    await press('{Control>}k{/Control}');
    await field();
    await waitFor(() => expect(section(group)).toEqual(expect.arrayContaining([...actions])));
  });

  test('open their dialogs, which get the focus', async () => {
    storeSession('admin');
    server().own.profile = makeProfile('admin');
    showApp('/people');
    await screen.findByRole('button', { name: 'Add person' });
    await press('{Control>}k{/Control}');
    await userEvent.type(await field(), 'add person');
    await press('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Add one of your own people' });
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  });

  test('run as their buttons do', async () => {
    showApp(order);
    await screen.findByRole('button', { name: 'Send to review' });
    await press('{Control>}k{/Control}');
    await userEvent.type(await field(), 'send to rev');
    await press('{Enter}');
    await waitFor(() => expect(server().orders[0]?.status).toBe('in-review'));
  });
});
