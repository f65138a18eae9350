import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeProfile } from '../../../../tests/fake/data';
import { fakeServer, show } from '../../../../tests/render';
import type { Role } from '@/api/generated';
import { Navigation } from './Navigation';

fakeServer('admin');

function open(role: Role, path = '/', isOpen = true) {
  const view = show(<Navigation me={makeProfile(role)} view="customer" open={isOpen} />, path);
  const group = (name: string) => within(screen.getByRole('group', { name }));
  const names = (name: string) =>
    group(name)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent);
  return { ...view, group, names };
}

const people = ['People', 'Clients', 'Customers', 'Pay as you Go Customer Info', 'Import']; // SH-184

describe('the groups of the sidebar', () => {
  test('are named, and only the first starts open where there are many pages', () => {
    const { names, group } = open('admin');
    expect(names('Orders')).toEqual(['My work', 'Board', 'Orders', 'Archived orders']);
    expect(names('People')).toEqual([]);
    expect(group('People').getByRole('button')).toHaveAttribute('aria-expanded', 'false');
  });

  test('open and close, which the browser stores', async () => {
    const { group, names, unmount } = open('admin', '/settings');
    await userEvent.click(group('People').getByRole('button', { name: 'People' }));
    await userEvent.click(group('Orders').getByRole('button', { name: 'Orders' }));
    expect(names('People')).toEqual(people);
    expect(names('Orders')).toEqual([]);
    unmount();
    const again = open('admin', '/settings');
    expect(again.names('People')).toEqual(people);
    expect(again.group('Orders').getByRole('button')).toHaveAttribute('aria-expanded', 'false');
  });

  test('are open while they contain the current page, and then cannot be closed', () => {
    const { group, names } = open('admin', '/clients/brightside');
    expect(names('People')).toEqual(people);
    expect(group('People').queryByRole('button')).not.toBeInTheDocument();
    expect(group('People').getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
  });

  test('all show as icons in the small sidebar, without headings', () => {
    const { names } = open('admin', '/', false);
    expect(names('People')).toEqual(people);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('a single group has no heading', () => {
    open('owner');
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(5);
  });
});
