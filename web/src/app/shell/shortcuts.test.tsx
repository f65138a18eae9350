import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer, showApp, storeSession } from '../../../tests/render';

describe.each([
  ['owner', 'can create orders', 1],
  ['manager', 'cannot create orders', 0],
] as const)('%s, who %s', (role, _may, times) => {
  fakeServer(role);
  beforeEach(() => {
    window.localStorage.clear();
    storeSession(role);
  });

  test('lists the key C in the help exactly when it works', async () => {
    showApp('/archived-order');
    await screen.findByText('Welcome back,');
    await userEvent.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getByText('Go to Board')).toBeVisible();
    expect(help.queryAllByText('Create a new order')).toHaveLength(times);
  });
});
