import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { QuickFilters } from './QuickFilters';
import { quickFilters } from './quickFilters';

fakeServer();

const labels = (role: 'owner' | 'staff' | 'operator' | 'manager') => quickFilters({ role }).map(({ label }) => label);

test('everybody narrows to their own, late and soon orders; the provider also to those of nobody (BY-058)', () => {
  expect(labels('owner')).toEqual(['Mine', 'Overdue', 'Due this week']);
  expect(labels('staff')).toEqual(labels('owner'));
  expect(labels('manager')).toEqual(['Mine', 'Unassigned', 'Overdue', 'Due this week']);
  expect(labels('operator')).toEqual(labels('manager'));
});

test('a click sets one beside the others, and another click takes it away (BY-058)', async () => {
  storeSession('owner');
  window.localStorage.setItem('preset.orders', '"kept"');
  const { router } = show(<QuickFilters />, '/order-list?only=overdue&page=3&priority=high');
  const mine = screen.getByRole('button', { name: 'Mine' });
  expect(screen.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(mine);
  expect(mine).toHaveAttribute('aria-pressed', 'true');
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    only: 'overdue,mine',
    priority: 'high',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Overdue' }));
  await userEvent.click(mine);
  expect(router.state.location.search).toBe('?priority=high');
});
