import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../../tests/enter';
import { expectEscapeAsks } from '../../../../tests/closing';
import { makePack } from '../../../../tests/fake/cart';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import { emptyPack, packDraftOf, packErrors, packOf } from './packDraft';

const gigabyte = 1024 ** 3;

describe('a pack while it is edited', () => {
  test.each([
    makePack(1, '10 hours'),
    makePack(2, '5 orders', { kind: 'orders', size: 5 }),
    makePack(3, 'One more', { kind: 'active-orders', size: 1 }),
    makePack(4, '512 MB', { kind: 'bytes', size: gigabyte / 2, currency: 'JPY', price: 900 }),
    makePack(5, 'A third of an hour', { size: 1201 }), // its text is rounded
  ])('stays as it was: $name', (pack) => {
    const draft = packDraftOf(pack);
    expect(packErrors(draft)).toEqual({ name: undefined, size: undefined, price: undefined });
    expect(packOf(draft, pack)).toEqual(pack);
  });

  test('says what is wrong', () => {
    expect(packErrors(emptyPack('EUR'))).toEqual({ name: 'Required!', size: 'Required!', price: 'Required!' });
    const draft = { ...emptyPack('EUR'), name: 'Pack', size: '1.5', price: '0' };
    expect(packErrors(draft)).toMatchObject({ size: undefined, price: 'Enter more than 0.' });
    expect(packErrors({ ...draft, kind: 'orders' }).size).toBe('Enter a whole number.');
    expect(packErrors({ ...draft, size: '100000.01' }).size).toBe('At most 100,000 hours.');
    expect(packErrors({ ...draft, kind: 'bytes', size: '0' }).size).toBe('Enter more than 0.');
  });
});

describe('the price list', () => {
  const server = fakeServer('admin');
  beforeEach(() => {
    vi.stubGlobal('WebSocket', SilentSocket);
    storeSession('admin');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    notifications.clean();
  });

  const panel = async () => within(await screen.findByRole('region', { name: 'Extra resources' }));
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const names = () => server().cart.packs.map(({ name }) => name);

  test('has packs with their size and price, and a new one joins them', async () => {
    showApp('/plans');
    const list = await panel();
    await userEvent.click(await list.findByRole('button', { name: 'Add pack' }));
    expect(list.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'PackWhat it addsSizePriceActions',
      '10 hoursHours10 hrs$400.00EditRemove',
      '5 ordersOrders5 orders$25.00EditRemove',
      'Another active orderActive orders1 active order$9.50EditRemove',
      'Archive 20 GBStorage20 GB$4.00EditRemove',
    ]);
    const form = await dialog('New pack');
    await userEvent.click(form.getByRole('button', { name: 'Add pack' }));
    expect(form.getAllByText('Required!')).toHaveLength(3);
    await enter(form.getByRole('textbox', { name: 'Name' }), 'Videos');
    await expectEscapeAsks(() => screen.queryByRole('form', { name: 'Pack' }));
    await userEvent.click(list.getByRole('button', { name: 'Add pack' }));
    const again = await dialog('New pack');
    await enter(again.getByRole('textbox', { name: 'Name' }), 'Videos');
    await userEvent.click(again.getByRole('combobox', { name: 'What it adds' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Storage' }));
    await enter(again.getByRole('textbox', { name: 'Storage' }), '1.5');
    await enter(again.getByRole('textbox', { name: 'Price' }), '12.5');
    await userEvent.click(again.getByRole('button', { name: 'Add pack' }));
    await waitFor(() => expect(names()).toHaveLength(5));
    expect(server().cart.packs[4]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Videos',
      kind: 'bytes',
      size: 1.5 * gigabyte,
      price: 1250,
      currency: 'USD', // that of the list
    });
    expect(await list.findByText('$12.50')).toBeVisible();
  });

  test('keeps what was typed when it is refused', async () => {
    showApp('/plans');
    const list = await panel();
    await userEvent.click(await list.findByRole('button', { name: 'Edit 5 orders' }));
    const form = await dialog('Edit 5 orders');
    const price = form.getByRole('textbox', { name: 'Price' });
    await userEvent.clear(price);
    await enter(price, '30');
    server().intercept = ({ method }) =>
      method === 'PUT' ? refused(400, 'billing.packs_invalid', 'Check the price list.') : undefined;
    await userEvent.click(form.getByRole('button', { name: 'Save pack' }));
    expect(await form.findByText('Check the price list.')).toBeVisible();
    expect(price).toHaveValue('30');
    server().intercept = () => undefined;
    await userEvent.click(form.getByRole('button', { name: 'Save pack' }));
    expect(await list.findByText('$30.00')).toBeVisible();
    expect(names()).toHaveLength(4);
  });

  test('takes nothing away that somebody else has added meanwhile', async () => {
    showApp('/plans');
    const list = await panel();
    await userEvent.click(await list.findByRole('button', { name: 'Edit 5 orders' }));
    const form = await dialog('Edit 5 orders');
    await userEvent.clear(form.getByRole('textbox', { name: 'Price' }));
    await enter(form.getByRole('textbox', { name: 'Price' }), '30');
    server().cart.packs = [...server().cart.packs, makePack(9, 'Another seller’s pack')];
    server().cart.version += 1;
    await userEvent.click(form.getByRole('button', { name: 'Save pack' }));
    expect(await form.findByText('Somebody else has changed the price list meanwhile.')).toBeVisible();
    expect(await list.findByText('Another seller’s pack')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Save pack' }));
    expect(await list.findByText('$30.00')).toBeVisible();
    expect(names()).toHaveLength(5);
  });

  test('loses a pack after a question, and says when there are none', async () => {
    server().cart.packs = [makePack(1, '10 hours')];
    showApp('/plans');
    const list = await panel();
    await userEvent.click(await list.findByRole('button', { name: 'Remove 10 hours' }));
    await userEvent.click((await dialog('Remove 10 hours?')).getByRole('button', { name: 'Remove' }));
    expect(await list.findByText('No packs yet')).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Add the first pack' }));
    expect((await dialog('New pack')).getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR – Euro'); // that of the plans
  });
});
