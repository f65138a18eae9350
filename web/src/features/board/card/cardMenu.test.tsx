import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerClose, expectEscapeAsks } from '../../../../tests/closing';
import { makeDetail, people } from '../../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../../tests/render';
import type { Card } from '@/api/generated';
import { dayOf } from '@/lib/format/dates';
import { CardMenu } from './CardMenu';

const server = fakeServer('manager');

function Opened({ card }: { card: Card }) {
  const [opened, setOpened] = useState(true);
  return (
    <main id="content">
      <CardMenu card={card} place="in-progress/" opened={opened} onChange={setOpened} />
    </main>
  );
}

/** Opens the menu of the first card. `can` sets what the user may do with its order. */
async function menu(can: { assign: boolean; editDetails: boolean }) {
  const order = server().orders[0];
  if (!order) throw new Error('no order');
  const card = server().card(order);
  const detail = makeDetail(card, '');
  server().intercept = ({ method, path }) => {
    if (method === 'PUT')
      return { json: { success: true, message: 'Done', data: { orderId: card.id, position: 501 } } };
    if (!path.endsWith(`/order/${card.id}`)) return undefined;
    return {
      json: {
        success: true,
        data: { order: { ...detail, operator: undefined, can: { ...detail.can, ...can } }, position: 500 },
      },
    };
  };
  show(<Opened card={card} />);
  return { card, user: userEvent.setup() };
}

beforeEach(() => {
  storeSession('manager');
  server().orders = server().orders.map((order) => ({
    ...order,
    priority: 'normal',
    dueDate: undefined,
    operator: undefined,
  }));
});

const item = async (name: string) => {
  const found = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(found).toBeEnabled());
  return found;
};
const sent = (end: string) =>
  server()
    .requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(end))
    .map(({ body }) => JSON.parse(body) as object);

test("the card's menu assigns people to the order", async () => {
  const { card, user } = await menu({ assign: true, editDetails: true });
  await user.click(await item('Assign…'));
  const dialog = within(await screen.findByRole('dialog', { name: new RegExp(`^Assign: .*${card.orderName}$`) }));
  await user.click(dialog.getByRole('combobox', { name: 'Operator' }));
  await user.click(await screen.findByRole('option', { name: people.priya.name }));
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent(`/order/${card.id}/assign`)).toHaveLength(1));
  expect(sent(`/order/${card.id}/assign`)[0]).toMatchObject({ operatorId: people.priya.id });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('it sets the due date and the priority', async () => {
  const { card, user } = await menu({ assign: true, editDetails: true });
  await user.click(await item('Due date…'));
  await user.type(await screen.findByLabelText('Due date'), '2026-12-24');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(`/order/${card.id}`)).toHaveLength(1));
  const { dueDate } = sent(`/order/${card.id}`)[0] as { dueDate: string };
  expect(dayOf(dueDate)).toBe('2026-12-24');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: /^Menu of/ }));
  await user.click(await item('Priority…'));
  await user.click(await screen.findByRole('radio', { name: 'Urgent' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(`/order/${card.id}`).at(-1)).toEqual({ priority: 'urgent' }));
});

test.each([
  [
    'Assign',
    async () => {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Operator' }));
      await userEvent.click(await screen.findByRole('option', { name: people.priya.name }));
    },
  ],
  ['Due date', async () => userEvent.type(await screen.findByLabelText('Due date'), '2026-12-24')],
  ['Priority', async () => userEvent.click(await screen.findByRole('radio', { name: 'Urgent' }))],
] as const)('Escape asks before a change in %s is lost', async (name, change) => {
  const { card, user } = await menu({ assign: true, editDetails: true });
  await user.click(await item(`${name}…`));
  await change();
  await user.tab();
  await expectEscapeAsks(() => screen.queryByRole('dialog', { name: new RegExp(`^${name}:`) }));
  expect(sent(`/order/${card.id}`)).toEqual([]);
});

test('Escape asks before a half-typed day is lost, which stays', async () => {
  const { card, user } = await menu({ assign: true, editDetails: true });
  await user.click(await item('Due date…'));
  const day = await screen.findByLabelText('Due date');
  await user.clear(day);
  await user.type(day, '24 De{Escape}');
  await answerClose('Stay');
  expect(day).toHaveValue('24 De');
  day.focus();
  await expectEscapeAsks(() => screen.queryByRole('dialog', { name: /^Due date:/ }));
  expect(sent(`/order/${card.id}`)).toEqual([]);
});

test('it copies the link of the order', async () => {
  const { card, user } = await menu({ assign: false, editDetails: false });
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await item('Copy link'));
  await waitFor(() => expect(write).toHaveBeenCalledWith(`${window.location.origin}/orders/detail/${card.id}`));
  expect(await screen.findByText('The link is copied')).toBeVisible();
});

test('it offers only what the order allows the user to change', async () => {
  await menu({ assign: false, editDetails: false });
  await screen.findByRole('menuitem', { name: 'Copy link' });
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Assign…' })).toBeNull());
  expect(screen.queryByRole('menuitem', { name: 'Due date…' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Priority…' })).toBeNull();
});
