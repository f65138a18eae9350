import { notifications } from '@mantine/notifications';
import { loadStripe } from '@stripe/stripe-js/pure';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/answers';
import { makeProfile } from '../../../tests/fake/data';
import { makeMethod } from '../../../tests/fake/payment';
import { FakeStripe } from '../../../tests/fake/stripe';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn<() => Promise<unknown>>() }));
const path = '/billing/payment-methods';
const server = fakeServer('owner');
const main = () => within(screen.getByRole('main'));
const notLoaded = 'The card form of the payment provider could not be loaded. Check your connection and try again.';
let stripe: FakeStripe;

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('owner');
  stripe = new FakeStripe();
  vi.mocked(loadStripe)
    .mockReset()
    .mockImplementation(() => Promise.resolve(stripe as never));
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

const sent = (method: string, end: string) =>
  server()
    .requests.filter((request) => request.method === method && request.path.endsWith(end))
    .map(({ body }) => (body ? (JSON.parse(body) as unknown) : undefined));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Answers a question, and says what it says. */
const answer = async (title: string, name: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  const { textContent } = dialog;
  await userEvent.click(within(dialog).getByRole('button', { name }));
  return textContent;
};
const card = async (name: string) => within(await screen.findByRole('listitem', { name }));
const open = () => {
  server().payment.takeCards();
  return showApp(path);
};

describe('the payment methods', () => {
  test('have their brand, the end of their number, when they expire, and what they are for', async () => {
    open();
    await card('Visa •••• 4242');
    expect(main().getByRole('heading', { name: 'Payment Methods', level: 1 })).toBeVisible(); // BD-104
    const rows = within(main().getByRole('list', { name: 'Cards' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Visa •••• 4242DefaultExpires 04\/2099DeactivateDelete/),
      expect.stringMatching(/^Mastercard •••• 4444Expires 04\/2099Make defaultDeactivateDelete/),
      expect.stringMatching(/^Girocard •••• 0005InactiveExpiredActivateDelete/),
    ]);
    // Nothing is asked of the payment provider before somebody enters a card.
    expect(loadStripe).not.toHaveBeenCalled();
    expect(main().getByRole('link', { name: 'Invoices' })).toHaveAttribute('href', '/billing/invoices');
  });

  test('are made the default, deactivated and activated, after a question that says what happens', async () => {
    open();
    await press('Make default: Mastercard •••• 4444');
    expect(await screen.findByText('The payment method is changed')).toBeVisible();
    expect(await (await card('Mastercard •••• 4444')).findByText('Default')).toBeVisible();
    await press('Deactivate: Mastercard •••• 4444');
    const first = await answer('Deactivate Mastercard •••• 4444?', 'Cancel');
    expect(first).toMatch(/Invoices are charged to Visa •••• 4242 then\./);
    await press('Deactivate: Visa •••• 4242');
    const second = await answer('Deactivate Visa •••• 4242?', 'Deactivate');
    expect(second).toMatch(/Invoices are still charged to Mastercard •••• 4444\./);
    expect(await (await card('Visa •••• 4242')).findByText('Inactive')).toBeVisible();
    await press('Deactivate: Mastercard •••• 4444');
    const last = await answer('Deactivate Mastercard •••• 4444?', 'Deactivate');
    expect(last).toMatch(/No active card is left then\./);
    await press('Activate: Girocard •••• 0005');
    expect(await (await card('Girocard •••• 0005')).findByText('Default')).toBeVisible();
    const id = (n: number) => makeMethod(n).id;
    expect(sent('PUT', id(2))).toEqual([{ change: 'make-default' }, { change: 'deactivate' }]);
    expect(sent('PUT', id(1))).toEqual([{ change: 'deactivate' }]);
    expect(sent('PUT', id(3))).toEqual([{ change: 'activate' }]);
  });

  test('are deleted only when they are not active', async () => {
    open();
    const blocked = (await card('Visa •••• 4242')).getByRole('button', { name: 'Delete: Visa •••• 4242' });
    const why = 'An active payment method has to be deactivated before it can be deleted.';
    expect(blocked).toHaveAttribute('aria-disabled', 'true'); // BD-024
    expect(blocked).toHaveAccessibleDescription(why); // BD-024
    act(() => blocked.focus());
    expect(await screen.findByRole('tooltip')).toHaveTextContent(why); // BD-024
    await userEvent.click(blocked);
    expect(screen.queryByRole('dialog')).toBeNull(); // BD-024
    await press('Delete: Girocard •••• 0005');
    await answer('Delete Girocard •••• 0005?', 'Delete');
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Girocard •••• 0005' })).toBeNull());
    expect(sent('DELETE', makeMethod(3).id)).toHaveLength(1); // BD-024
  });

  test('say in the words of the server why one was not changed', async () => {
    open();
    await card('Visa •••• 4242');
    server().intercept = ({ method }) =>
      method === 'PUT' ? refused(409, 'payment_method.inactive', 'This payment method is not active.') : undefined;
    await press('Make default: Mastercard •••• 4444');
    expect(await screen.findByText('This payment method is not active.')).toBeVisible();
  });

  test('say when there are none and one is needed, and can be tried again after a failure', async () => {
    server().payment.way = 'stripe';
    server().own.profile.isPaymentComplete = false;
    server().intercept = (request) =>
      request.path.endsWith(path) ? refused(500, 'internal', 'It is broken.') : undefined;
    showApp(path);
    expect(await screen.findByText('It is broken.')).toBeVisible();
    server().intercept = () => undefined;
    await press('Try again');
    expect(await screen.findByText('No payment methods yet')).toBeVisible();
    expect(main().getByText(/none of your cards is active/)).toHaveTextContent('Add one.');
  });

  test('are not there where invoices are paid by bank transfer, and the page says where to pay to', async () => {
    showApp(path);
    expect(await screen.findByText(/Invoices are paid by bank transfer/)).toBeVisible();
    expect(main().getByText(/IBAN DE02/)).toBeVisible();
    expect(main().queryByRole('list', { name: 'Cards' })).toBeNull();
    expect(main().queryByRole('button', { name: 'Add payment method' })).toBeNull();
  });

  test('are shown without actions to those who may only see them', async () => {
    const { abilities } = server().own.profile;
    server().own.profile.abilities = { ...abilities, 'billing-info': ['read'] };
    open();
    await card('Visa •••• 4242');
    expect(main().queryByRole('button')).toBeNull();
  });

  test('are not for the team', async () => {
    storeSession('staff');
    server().own.profile = makeProfile('staff');
    const { router } = showApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent('GET', path)).toEqual([]);
  });
});

describe('a new card', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add payment method' }));
  const openDialog = async () => {
    open();
    await press('Add payment method');
    return dialog();
  };
  const enter = async (form: Awaited<ReturnType<typeof dialog>>) => {
    await userEvent.type(await form.findByRole('textbox', { name: 'Card number' }), '4242');
    return form.getByRole('button', { name: 'Add card' });
  };

  test('is entered with the payment provider, whose number for it is sent, once', async () => {
    let release = () => {};
    stripe.held = new Promise<void>((resolve) => (release = resolve));
    const form = await openDialog();
    expect(form.getByRole('button', { name: 'Add card' })).toBeDisabled();
    const add = await enter(form);
    expect(loadStripe).toHaveBeenCalledExactlyOnceWith('pk_test_1');
    expect(stripe.made).toMatchObject([{ clientSecret: 'secret_1', appearance: { theme: 'stripe' } }]);
    await userEvent.click(add);
    await userEvent.click(add);
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}'); // It stays open until the answer is there.
    release();
    expect(await screen.findByText('The payment method is added')).toBeVisible();
    expect(stripe.setups).toHaveLength(1);
    expect(sent('POST', '/payment-methods')).toEqual([{ entryId: 'seti_1234' }]);
    await card('American Express •••• 1234');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main().getByRole('button', { name: 'Add payment method' })).toHaveFocus();
  });

  test('follows the colours of the page', async () => {
    document.documentElement.dataset['mantineColorScheme'] = 'dark';
    window.localStorage.setItem('mantine-color-scheme-value', 'dark');
    const form = await openDialog();
    await enter(form);
    expect(stripe.made).toMatchObject([{ appearance: { theme: 'night' } }]);
  });

  test('is asked about before what was entered is lost', async () => {
    const form = await openDialog();
    await enter(form);
    await userEvent.keyboard('{Escape}');
    await answer('Close without saving?', 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stripe.setups).toEqual([]);
  });

  test('that the payment provider refuses can be corrected', async () => {
    stripe.failure = { type: 'card_error', message: 'Your card was declined.' };
    const form = await openDialog();
    await userEvent.click(await enter(form));
    expect(await form.findByText('Your card was declined.')).toBeVisible();
    expect(sent('POST', '/payment-methods')).toEqual([]);
    stripe.failure = undefined;
    await userEvent.click(form.getByRole('button', { name: 'Add card' }));
    expect(await screen.findByText('The payment method is added')).toBeVisible();
    expect(stripe.setups).toHaveLength(2);
  });

  test('that the server refuses is not entered again', async () => {
    const form = await openDialog();
    const add = await enter(form);
    const message = 'An account has 20 payment methods at most. Delete one first.';
    server().intercept = ({ method, path: to }) =>
      method === 'POST' && to.endsWith('/payment-methods')
        ? refused(409, 'payment_method.too_many', message)
        : undefined;
    await userEvent.click(add);
    expect(await form.findByText(message)).toBeVisible();
    expect(form.queryByRole('textbox', { name: 'Card number' })).toBeNull();
    server().intercept = () => undefined;
    await userEvent.click(add);
    expect(await screen.findByText('The payment method is added')).toBeVisible();
    expect(stripe.setups).toHaveLength(1);
  });

  test('can be tried again when the script or the fields of the payment provider do not load', async () => {
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    stripe.loads = false;
    const form = await openDialog();
    expect(await form.findByText(notLoaded)).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(stripe.made).toHaveLength(1));
    expect(await form.findByText(notLoaded)).toBeVisible();
    stripe.loads = true;
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    expect(await enter(form)).toBeEnabled();
    expect(sent('POST', '/payment-methods/entry')).toHaveLength(1);
  });

  test('cannot be entered while the server refuses to begin', async () => {
    server().intercept = ({ path: to }) =>
      to.endsWith('/entry') ? refused(502, 'payment.unavailable', 'The payment provider does not answer.') : undefined;
    const form = await openDialog();
    expect(await form.findByText('The payment provider does not answer.')).toBeVisible();
    expect(loadStripe).not.toHaveBeenCalled();
    server().intercept = () => undefined;
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    expect(await enter(form)).toBeEnabled();
  });
});
