import { notifications } from '@mantine/notifications';
import { loadStripe } from '@stripe/stripe-js/pure';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/answers';
import { makeInvoice } from '../../../tests/fake/bills';
import { FakeStripe } from '../../../tests/fake/stripe';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn<() => Promise<unknown>>() }));
const server = fakeServer('owner');
const main = () => within(screen.getByRole('main'));
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

const path = (n: number) => `/billing/invoices/${makeInvoice(n).id}`;
const calls = (method: string) =>
  server().requests.filter((request) => request.method === method && request.path.endsWith('/card-payment')).length;
const open = async (n = 4) => {
  server().payment.takeCards();
  showApp(path(n));
  await userEvent.click(await screen.findByRole('button', { name: 'Pay by card' }));
  return within(await screen.findByRole('dialog', { name: `Pay ${makeInvoice(n).number} by card` }));
};
type Form = Awaited<ReturnType<typeof open>>;
const withVisa = 'Pay with Visa •••• 4242';
const pay = async (form: Form, name = withVisa) => {
  const button = await form.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};

describe('an open invoice is paid by card', () => {
  test('with the card that is charged by default, once', async () => {
    let release = () => {};
    stripe.held = new Promise<void>((resolve) => (release = resolve));
    const form = await open();
    expect(form.getByText('€148.16')).toBeVisible();
    await pay(form);
    await pay(form);
    await userEvent.keyboard('{Escape}'); // It stays open until the answer is there.
    release();
    expect(await screen.findByText('The invoice is paid')).toBeVisible();
    expect(stripe.payments).toEqual([
      { clientSecret: 'secret_1', confirmParams: { payment_method: 'pm_1' }, redirect: 'if_required' },
    ]);
    expect([calls('POST'), calls('PUT')]).toEqual([1, 1]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await main().findByText('Card · Paid')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Pay by card' })).toBeNull();
  });

  test('with another card', async () => {
    const form = await open(5);
    await pay(form, 'Use another card');
    await userEvent.type(await form.findByRole('textbox', { name: 'Card number' }), '5555');
    expect(form.getByRole('button', { name: 'Use Visa •••• 4242' })).toBeVisible();
    await pay(form, 'Pay €148.16');
    expect(await screen.findByText('The invoice is paid')).toBeVisible();
    expect(stripe.payments).toMatchObject([{ redirect: 'if_required' }]);
    expect(stripe.payments[0]?.confirmParams).toBeUndefined();
  });

  test('with a card that is entered, if the one that is charged has expired', async () => {
    server().payment.takeCards();
    const [first] = server().payment.methods;
    if (first) first.expires = '01/2020';
    const { methods } = server().payment;
    server().payment.takeCards = () => {
      Object.assign(server().payment, { way: 'stripe', methods });
    };
    const form = await open();
    expect(await form.findByRole('textbox', { name: 'Card number' })).toBeInTheDocument();
    expect(form.queryByRole('button', { name: withVisa })).toBeNull();
  });

  test('after it was refused, with the reason', async () => {
    stripe.failure = { type: 'card_error', message: 'Your card was declined.' };
    server().payment.ends = { state: 'refused', reason: 'The card does not have enough money.' };
    const form = await open();
    await pay(form);
    expect(await form.findByText('The card does not have enough money.')).toBeVisible();
    server().payment.ends = { state: 'open' };
    await pay(form);
    expect(await form.findByText('Your card was declined.')).toBeVisible();
    stripe.failure = undefined;
    server().payment.ends = { state: 'paid' };
    await pay(form);
    expect(await screen.findByText('The invoice is paid')).toBeVisible();
    expect([stripe.payments.length, calls('POST'), calls('PUT')]).toEqual([3, 1, 3]);
  });

  test('after its fields were filled in', async () => {
    server().payment.takeCards = () => {
      server().payment.way = 'stripe';
    };
    stripe.failure = { type: 'validation_error', message: 'Your card number is incomplete.' };
    const form = await open();
    await form.findByRole('textbox', { name: 'Card number' });
    await pay(form, 'Pay €148.16');
    expect(await form.findByText('Your card number is incomplete.')).toBeVisible();
    expect(calls('PUT')).toBe(0);
  });

  test('while it is processed, which the page says', async () => {
    server().payment.ends = { state: 'processing' };
    const form = await open();
    await pay(form);
    expect(await form.findByText('The payment is being processed. You can leave this page.')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    expect(await main().findByText('The payment is being processed.')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Pay by card' })).toBeNull();
  });

  test('is not sent twice if the server could not say how it ended', async () => {
    const form = await open();
    server().intercept = ({ method, path: to }) =>
      method === 'PUT' && to.endsWith('/card-payment') ? refused(500, 'internal', 'It is broken.') : undefined;
    await pay(form);
    expect(await form.findByText('It is broken.')).toBeVisible();
    expect(form.getByText(/It is not known yet whether the payment went through/)).toBeVisible();
    server().intercept = () => undefined;
    await pay(form, 'Check again');
    expect(await screen.findByText('The invoice is paid')).toBeVisible();
    expect(stripe.payments).toHaveLength(1);
  });

  test('only if the server agrees, and the payment provider has loaded', async () => {
    server().intercept = ({ method, path: to }) =>
      method === 'POST' && to.endsWith('/card-payment')
        ? refused(409, 'invoice.not_open', 'This invoice need not be paid any more.')
        : undefined;
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    const form = await open();
    expect(await form.findByText('This invoice need not be paid any more.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    expect(await form.findByText(/could not be loaded\. Check your connection/)).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    await pay(form);
    expect(await screen.findByText('The invoice is paid')).toBeVisible();
  });
});

describe('an invoice is not paid by card', () => {
  const asked = () => server().requests.some((request) => request.path.endsWith('/payment-methods'));

  test('once it is paid', async () => {
    server().payment.takeCards();
    showApp(path(3));
    await screen.findByRole('button', { name: 'Download PDF' });
    expect(asked()).toBe(false);
  });

  test('where the operator takes no cards', async () => {
    showApp(path(4));
    await screen.findByRole('button', { name: 'Download PDF' });
    await waitFor(() => expect(asked()).toBe(true));
    expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull();
  });
});
