import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

describe('the catalogue', () => {
  const server = fakeServer('admin');
  beforeEach(() => {
    storeSession('admin');
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const puts = () => server().requests.filter(({ method }) => method === 'PUT');

  test('shows terms in hours, and the administrator can change them', async () => {
    showApp('/catalogue');
    const row = within(await screen.findByRole('row', { name: /Label artwork/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Print',
      '24 hrs',
      '6 hrs',
      'Edit',
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Edit Label artwork' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit service' }));
    const hours = dialog.getByRole('textbox', { name: 'Allocated hours' });
    await userEvent.clear(hours);
    await userEvent.type(hours, '7.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(puts()[0]?.path).toMatch(new RegExp(`/catalogue/services/${uuid(301)}$`));
    expect(JSON.parse(puts()[0]?.body ?? '')).toMatchObject({
      name: 'Label artwork',
      allocated: 27_000,
      promisedStart: 86_400,
    });
    expect(await screen.findByText('Label artwork is saved')).toBeInTheDocument();
  });

  test('editing a package names the affected customers and sends only the editable fields', async () => {
    showApp('/catalogue');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Starter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit package' }));
    expect(dialog.getByRole('note')).toHaveTextContent(
      '7 customers have this package: Acme Foods, Beta Bakery, Corner Café, Delta Drinks, Elm Farm, 2 more.',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(JSON.parse(puts()[0]?.body ?? '')).toEqual({
      name: 'Starter',
      allocated: 144_000,
      maximumActiveOrder: 4,
      place: 0,
      retired: false,
    });
  });

  test('a new entry needs a name', async () => {
    showApp('/catalogue');
    await userEvent.click(await screen.findByRole('button', { name: 'Add package' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add package' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Required!')).toBeVisible();
    expect(puts()).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Large');
    await userEvent.keyboard('{Escape}'); // What was typed is not lost.
    const question = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(JSON.parse(puts()[0]?.body ?? '{}')).toMatchObject({
        name: 'Large',
        allocated: -1,
        maximumActiveOrder: -1,
      }),
    );
  });
});

describe('the catalogue for other roles', () => {
  fakeServer('manager');
  beforeEach(() => {
    storeSession('manager');
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('redirects to the board (D-26)', async () => {
    const { router } = showApp('/catalogue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
