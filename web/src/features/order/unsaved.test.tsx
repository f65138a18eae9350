import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectEscapeAsks } from '../../../tests/closing';
import { makeDetail, people, uuid } from '../../../tests/fake/data';
import { ok } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('manager');

beforeEach(() => {
  storeSession('manager');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets the user assign the order. */
function letAssign() {
  const order = server().orders[0];
  if (!order) throw new Error('no order');
  const detail = makeDetail(server().card(order), '');
  server().intercept = ({ method, path }) =>
    method === 'GET' && path.endsWith(`/order/${order.id}`)
      ? ok({ order: { ...detail, operator: undefined, can: { ...detail.can, assign: true } }, position: 500 })
      : undefined;
}

async function open(button: RegExp | string) {
  showApp(`/orders/detail/${uuid(1000)}`);
  await userEvent.click(await screen.findByRole('button', { name: button }));
}
const sent = () => server().requests.filter(({ method }) => method === 'PUT' || method === 'POST');

test('Escape asks before a changed assignment is lost', async () => {
  letAssign();
  await open('Assign');
  const form = () => screen.queryByLabelText('Assign operator and manager');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Operator' }));
  await userEvent.click(await screen.findByRole('option', { name: people.priya.name }));
  await userEvent.tab();
  await expectEscapeAsks(form);
  expect(sent()).toEqual([]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Assign' })).toHaveFocus());
});

test('an assignment without a change closes at once, and its open list closes alone', async () => {
  letAssign();
  await open('Assign');
  const operator = await screen.findByRole('combobox', { name: 'Operator' });
  await userEvent.click(operator);
  await waitFor(() => expect(operator).toHaveAttribute('aria-expanded', 'true'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(operator).toHaveAttribute('aria-expanded', 'false'));
  expect(operator).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(operator).not.toBeInTheDocument());
});

test('Escape asks before chosen collaborators are lost', async () => {
  await open('Collaborators');
  const form = () => screen.queryByLabelText('Choose collaborators');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  await userEvent.type(screen.getByRole('combobox', { name: /Collaborators/ }), '{Backspace}{Tab}');
  await expectEscapeAsks(form);
  expect(sent()).toEqual([]);
});

test('Escape asks before another watermark is lost', async () => {
  const stored = { can: true, use: 'none', name: 'Acme Foods' };
  server().intercept = ({ path }) => (path.endsWith('/watermark') ? ok({ order: stored, client: stored }) : undefined);
  await open(/^Watermark:/);
  const form = () => screen.queryByRole('form', { name: 'Watermark of this order' });
  await userEvent.click(await screen.findByRole('radio', { name: /^A picture/ }));
  await expectEscapeAsks(form);
  expect(sent()).toEqual([]);
});

test('another watermark is asked about before the choice is for other orders', async () => {
  const stored = { can: true, use: 'none', name: 'Acme Foods' };
  server().intercept = ({ path }) => (path.endsWith('/watermark') ? ok({ order: stored, client: stored }) : undefined);
  await open(/^Watermark:/);
  const scope = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
  const answer = async (name: string) => {
    const question = within(await screen.findByRole('dialog', { name: 'Change without saving?' }));
    await userEvent.click(question.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change without saving?' })).toBeNull());
  };
  await scope('All orders of Acme Foods');
  expect(await screen.findByRole('form', { name: 'Watermark of all orders of Acme Foods' })).toBeVisible();
  await scope('This order');
  await userEvent.click(await screen.findByRole('radio', { name: /^A picture/ }));
  await scope('All orders of Acme Foods');
  await answer('Stay');
  expect(screen.getByRole('radio', { name: /^A picture/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'This order' })).toBeChecked();
  await scope('All orders of Acme Foods');
  await answer('Discard');
  expect(screen.getByRole('form', { name: 'Watermark of all orders of Acme Foods' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'No watermark' })).toBeChecked();
  expect(sent()).toEqual([]);
});
