import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer();
const slow = { timeout: 5000 };

beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
  server().intercept = ({ path }) =>
    path.endsWith('/profile')
      ? { json: { success: true, message: '', data: { ...makeProfile('owner'), isClientType: true } } }
      : undefined;
});

test('a reseller creates an order for one of their customers', async () => {
  const { router } = showApp('/');
  await userEvent.click(await screen.findByRole('link', { name: 'Create an order for Acme Foods' }, slow));
  const main = within(screen.getByRole('main'));
  await waitFor(() => expect(main.getByRole('combobox', { name: /^Customer/ })).toHaveValue('Acme Foods'), slow);
  await userEvent.type(main.getByRole('textbox', { name: /^Order name/ }), 'Label');
  await waitFor(() => expect(router.state.location.search).toContain('draft='), slow);
  const sent = server().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/order'));
  expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ orderName: 'Label', customerId: uuid(320) });
});

test('the key C opens the order form for a reseller, who selects the customer there', async () => {
  const { router } = showApp('/');
  await screen.findByRole('link', { name: 'Create an order for Acme Foods' }, slow);
  await userEvent.keyboard('c');
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/new'));
  expect(await screen.findByRole('combobox', { name: /^Customer/ }, slow)).toHaveValue('');
});
