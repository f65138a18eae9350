import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { show, showApp, storeSession, fakeServer } from '../../../tests/render';
import { makeProfile } from '../../../tests/fake/data';
import { type FakeAnswer, ok } from '../../../tests/fake/server';
import { loaderMs } from '@/shared/entry/EntryLayout';
import CustomerSignIn from './CustomerSignIn';
import { signInError } from '@/shared/entry/signInErrors';
import { validate } from './validation';

const server = fakeServer();
const tokenCall = () => server().requests.find(({ path }) => path.endsWith('/token'));

/** Opens a sign-in screen and advances the clock past its loader. */
async function open(path: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const app = showApp(path);
  await act(() => vi.advanceTimersByTimeAsync(400));
  await act(() => vi.advanceTimersByTimeAsync(loaderMs));
  await screen.findByLabelText('Password');
  return { ...app, user };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('fields', () => {
  test('both are required and show Required! (SH-022)', () => {
    expect(validate({ email: ' ', password: '' })).toEqual({ email: 'Required!', password: 'Required!' });
  });
  test('the e-mail must be a valid address (SH-023)', () => {
    const ok = (email: string) => validate({ email, password: 'secret1' }).email === undefined;
    expect(['a@b.co', 'first.last+tag@sub.example.org'].filter((email) => !ok(email))).toEqual([]);
    expect(['a', 'a@b', 'a b@c.de', '@c.de', 'a@.de'].filter(ok)).toEqual([]);
  });
  test('the password must have 6 to 20 characters, otherwise Not Valid (SH-024)', () => {
    const error = (length: number) => validate({ email: 'a@b.co', password: 'x'.repeat(length) }).password;
    expect([5, 6, 20, 21].map(error)).toEqual(['Not Valid', undefined, undefined, 'Not Valid']);
  });
});

describe('errors', () => {
  const answer = (data: object) => ({ status: 400, data: { success: false, ...data } });
  test('invalid_grant has its own message (SH-031)', () => {
    expect(
      signInError(answer({ message: 'x', error: { reason: 'invalid_grant', name: 'invalid_grant' } })).shown,
    ).toEqual({
      title: 'Incorrect username or password.',
      message: 'The email and password you entered did not match our records. Please double-check and try again.',
    });
  });
  test('after many wrong passwords a new browser is told to look for the link (D-81)', () => {
    const message = 'If your password is right, we have sent it to your address.';
    const { shown } = signInError(answer({ message, messages: [message], error: { reason: 'signin.link_needed' } }));
    expect(shown).toEqual({ title: 'Look into your mail', message, hint: true });
  });
  test('another error with name and message shows both (SH-032)', () => {
    const data = { message: 'This application is not known here.', error: { reason: 'x', name: 'invalid_client' } };
    expect(signInError(answer(data)).shown).toEqual({
      title: 'invalid_client',
      message: 'This application is not known here.',
    });
  });
  test('an error without a body shows the generic error (SH-033)', () => {
    expect(signInError({ status: 'FETCH_ERROR', error: 'x' }).shown.title).toBe('Ooops!');
  });
  test('statusCode 400 is stored as an error and shows the generic error (SH-034, SH-005)', () => {
    const { shown, stored } = signInError({ status: 400, data: { statusCode: 400 } });
    expect([shown.title, stored.message]).toEqual(['Ooops!', 'Error encountered, please contact admin']);
  });
});

describe('the customer sign-in', () => {
  test('shows a loader for 2 seconds, then Log in with its fields and link (SH-015, SH-017)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(<CustomerSignIn />);
    await act(() => vi.advanceTimersByTimeAsync(loaderMs - 200));
    expect(screen.queryByRole('heading', { name: 'Log in' })).not.toBeInTheDocument();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  });

  test('Enter submits a form with grant_type=password and the client credential (SH-016, SH-025, SH-027, SH-028)', async () => {
    const { user, store } = await open('/signin');
    await user.type(screen.getByLabelText('Email Address'), 'owner@acme.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    expect(tokenCall()).toMatchObject({
      path: '/api/c/token',
      body: 'grant_type=password&username=owner%40acme.test&password=proof-demo-1',
    });
    expect(tokenCall()?.headers.get('authorization')).toBe(`Basic ${btoa('web-customer:')}`);
  });

  test('returns to the requested page (SH-018, SH-045)', async () => {
    const { user, router } = await open('/order-list?status=in-review');
    expect(router.state.location.pathname).toBe('/signin');
    await user.type(screen.getByLabelText('Email Address'), 'owner@acme.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-list'));
    expect(router.state.location.search).toBe('?status=in-review');
  });

  test('goes to the home page without a stored path (SH-019)', async () => {
    const { user, router } = await open('/signin');
    await user.type(screen.getByLabelText('Email Address'), 'owner@acme.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('goes to the start page that the user chose, and not again on a click on the logo', async () => {
    window.localStorage.setItem(`setting.start.${makeProfile('owner').id}`, '/order-list');
    const { user, router } = await open('/signin');
    await user.type(screen.getByLabelText('Email Address'), 'owner@acme.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-list'));
    await user.click(await screen.findByRole('link', { name: /: home$/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('sends nothing while a field is invalid (SH-022)', async () => {
    const { user } = await open('/signin');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getAllByText('Required!')).toHaveLength(2);
    expect(tokenCall()).toBeUndefined();
  });

  test('shows the error and keeps the fields (SH-031)', async () => {
    const { user } = await open('/signin');
    const data = {
      success: false,
      message: 'x',
      messages: [],
      error: { reason: 'invalid_grant', name: 'invalid_grant' },
    };
    server().intercept = ({ path }): FakeAnswer | undefined =>
      path.endsWith('/token') ? { status: 400, json: data } : undefined;
    await user.type(screen.getByLabelText('Email Address'), 'owner@acme.test');
    await user.type(screen.getByLabelText('Password'), 'wrong-password{Enter}');
    expect(await screen.findByText('Incorrect username or password.')).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toHaveValue('owner@acme.test');
  });

  test('a click on a demo account fills the form', async () => {
    const { user } = await open('/signin');
    await user.click(await screen.findByRole('button', { name: /Sam Whitfield/ }));
    expect(screen.getByLabelText('Email Address')).toHaveValue('staff@acme.test');
    expect(screen.getByLabelText('Password')).toHaveValue('proof-demo-1');
    expect(screen.queryByRole('button', { name: /Priya Raman/ })).not.toBeInTheDocument();
  });
});

describe('the admin sign-in', () => {
  test('calls the product by the name that it was given when it was set up (SH-020, D-44)', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/brand') ? ok({ theme: { brand: '#2563eb', name: 'Harbor Studio' } }) : undefined;
    await open('/admin/signin');
    expect(await screen.findByRole('heading', { name: 'Welcome to Harbor Studio' })).toBeVisible();
  });

  test('names the product, has its own text and calls /d/token (SH-020, SH-021, SH-026, SH-030, D-23)', async () => {
    const { user } = await open('/admin/signin');
    expect(screen.getByRole('heading', { name: 'Welcome to Proofboard' })).toBeVisible();
    expect(screen.getByText('Log in to access your account')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'admin@northlight.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(tokenCall()?.path).toBe('/api/d/token'));
  });
});

describe('a new installation', () => {
  test.each(['/signin', '/admin/signin'])('%s leads to the setup while it is needed', async (path) => {
    server().intercept = (request) =>
      request.path.endsWith('/setup') ? { json: { success: true, data: { needed: true } } } : undefined;
    await open(path);
    expect(await screen.findByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/setup');
  });

  test('the sign-in works when the question fails', async () => {
    server().intercept = ({ path }) => (path.endsWith('/setup') ? { status: 500, json: {} } : undefined);
    const { user, store } = await open('/admin/signin');
    await user.type(screen.getByLabelText('Email'), 'admin@northlight.test');
    await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    expect(screen.queryByRole('link', { name: 'Set it up' })).not.toBeInTheDocument();
  });
});

describe('signing out', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  test.each([
    ['owner', 0],
    ['manager', 1],
  ] as const)(
    'as %s deletes the stored session and shows the sign-in; POST /logout calls: %i (SH-040, SH-041, SH-042)',
    async (role, calls) => {
      storeSession(role);
      const { router } = showApp('/signout');
      await act(() => vi.advanceTimersByTimeAsync(400));
      await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
      expect(window.localStorage.getItem('token')).toBeNull();
      expect(server().requests.filter(({ path }) => path.endsWith('/logout'))).toHaveLength(calls);
    },
  );
});
