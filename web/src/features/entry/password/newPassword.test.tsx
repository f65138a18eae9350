import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakeAnswer, refused } from '../../../../tests/fake/server';
import { fakeServer, show, storeSession } from '../../../../tests/render';
import Invitation from '../Invitation';
import ResetPassword from './ResetPassword';

afterEach(() => notifications.clean());

describe('a link that cannot be followed says so before a form is filled', () => {
  const dead = (reason: string) => answer('/check-link', refused(400, reason, 'No.'));

  test.each([
    ['link.invalid', 'This link does not work'],
    ['link.cut', 'This link is not complete'],
    ['token_expired', 'This link has expired'],
  ])('%s', async (reason, heading) => {
    dead(reason);
    show(<Invitation />, `/invitation${link('customer')}`);
    expect(await screen.findByRole('heading', { name: heading })).toHaveFocus();
    expect(screen.getByText(/Ask the person who invited you/)).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test('and where a new one comes from', async () => {
    dead('link.invalid');
    show(<ResetPassword />, `/reset-password${link('user')}`);
    expect(await screen.findByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Go to the sign-in' })).toHaveAttribute('href', '/admin/signin');
  });

  test('a server that does not answer is asked again', async () => {
    answer('/check-link', { status: 500, json: {} });
    show(<Invitation />, `/invitation${link('customer')}`);
    const again = await screen.findByRole('button', { name: /again/i });
    server().intercept = () => undefined;
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'You are invited to Acme' })).toBeVisible();
  });
});

const server = fakeServer();
const calls = (name: string) => server().requests.filter(({ path }) => path.endsWith(name));
const answer = (name: string, given: FakeAnswer) => {
  server().intercept = ({ path }) => (path.endsWith(name) ? given : undefined);
};
const done = { json: { success: true, message: 'Done.' } };
const link = (type: string) => `#token=t0ken&type=${type}&email=ann%40acme.test`;

async function fill(button: string, password: string, retyped = password) {
  const field = await screen.findByLabelText('Password');
  if (password) await userEvent.type(field, password);
  if (retyped) await userEvent.type(screen.getByLabelText('Retype Password'), retyped);
  await userEvent.click(screen.getByRole('button', { name: button }));
}

describe('resetting a password', () => {
  const open = (type = 'customer') => show(<ResetPassword />, `/reset-password${link(type)}`);
  const reset = (given: FakeAnswer) => answer('/change-password', given);

  test.each(['?type=user&email=a@b.co', '?token=t&email=a@b.co', '?token=t&type=user'])(
    'the link %s lacks a parameter, so it leads to the customer sign-in (SH-115, SH-116)',
    async (query) => {
      const { router } = show(<ResetPassword />, `/reset-password${query}`);
      await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    },
  );

  test('shows its texts and fields (SH-117)', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Reset Password' })).toBeVisible();
    expect(screen.getByText('Enter a new password for your account.')).toBeVisible();
    for (const label of ['Password', 'Retype Password']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password');
    }
    expect(screen.getByRole('button', { name: 'Submit' })).toBeVisible();
    expect(document.title).toMatch(/^Reset Password/);
  });

  test('both fields are required, and the first one gets the focus (SH-118, SH-121)', async () => {
    open();
    await fill('Submit', '');
    expect(screen.getAllByText('Required!')).toHaveLength(2); // SH-118
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(calls('/change-password')).toEqual([]); // SH-121
  });

  test.each(['x'.repeat(5), 'x'.repeat(21)])('the password %s has the wrong length (SH-119)', async (password) => {
    open();
    await fill('Submit', password);
    expect(screen.getByText('Not Valid')).toBeVisible();
    expect(calls('/change-password')).toEqual([]);
  });

  test('the retyped password must be equal (SH-120, SH-121)', async () => {
    open();
    await fill('Submit', 'secret-1', 'secret-2');
    expect(screen.getByText('The passwords are not the same.')).toBeVisible(); // SH-120
    expect(screen.getByLabelText('Retype Password')).toHaveFocus();
    expect(calls('/change-password')).toEqual([]); // SH-121
  });

  test.each([
    ['user', '/api/d/change-password', '/admin/signin'],
    ['customer', '/api/c/change-password', '/signin'],
  ])(
    'as %s calls %s without a session and leads to %s (SH-122, SH-123, SH-124, SH-125)',
    async (type, path, signIn) => {
      storeSession('owner');
      reset(done);
      open(type);
      await fill('Submit', 'secret-1');
      expect(await screen.findByRole('heading', { name: 'Great, your password has already been set.' })).toHaveFocus(); // SH-124
      expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', signIn); // SH-125
      const [call] = calls('/change-password');
      expect([call?.method, call?.path]).toEqual(['POST', path]); // SH-122
      expect(JSON.parse(call?.body ?? '')).toEqual({
        token: 't0ken',
        type,
        email: 'ann@acme.test',
        newPassword: 'secret-1',
        reNewPassword: 'secret-1',
      });
      expect(call?.headers.has('authorization')).toBe(false); // SH-123
    },
  );

  test('a failure shows Failed with the messages of the server (SH-126)', async () => {
    const refusal = refused(410, 'token_expired', 'This link has expired.');
    reset({ ...refusal, json: { ...(refusal.json as object), messages: ['Ask for a new one.'] } });
    open();
    await fill('Submit', 'secret-1');
    expect(await screen.findByText('Failed')).toBeVisible();
    expect(screen.getByText('This link has expired.')).toBeVisible();
    expect(screen.getByText('Ask for a new one.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('secret-1');
  });

  test('a failure without a message says that something went wrong (SH-126)', async () => {
    reset({ status: 500, json: {} });
    open();
    await fill('Submit', 'secret-1');
    expect(await screen.findByText('Someting went wrong')).toBeVisible();
  });
});

describe('an invitation', () => {
  const open = (type = 'customer') => show(<Invitation />, `/invitation${link(type)}`);

  test('asks whoever has a password for the address for that one (D-82)', async () => {
    server().link = { account: 'Harbor Studio', hasPassword: true, mustReset: false };
    answer('/accept-invitation', done);
    open();
    expect(await screen.findByRole('heading', { name: 'You are invited to Harbor Studio' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    const field = screen.getByLabelText('Your password for ann@acme.test');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    await userEvent.type(field, 'secret-1');
    await userEvent.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Log in with the password that you have for ann@acme.test.')).toBeVisible();
    expect(JSON.parse(calls('/accept-invitation')[0]?.body ?? '')).toEqual({
      token: 't0ken',
      type: 'customer',
      email: 'ann@acme.test',
      password: 'secret-1',
    });
  });

  test('is refused until a password that somebody else chose is reset (D-82)', async () => {
    server().link = { account: 'Harbor Studio', hasPassword: true, mustReset: true };
    open();
    expect(await screen.findByRole('link', { name: 'Reset the password' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  test('names the address and applies the rules of a new password', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'You are invited to Acme' })).toBeVisible();
    expect(screen.getByText('Choose a password to join with ann@acme.test.')).toBeVisible();
    await fill('Join', 'short', 'other');
    expect(screen.getByText('Not Valid')).toBeVisible();
    expect(screen.getByText('The passwords are not the same.')).toBeVisible();
    expect(calls('/accept-invitation')).toEqual([]);
  });

  test.each([
    ['user', '/admin/signin'],
    ['customer', '/signin'],
  ])('as %s joins and is signed in at once', async (type) => {
    answer('/accept-invitation', done);
    const { router, store } = open(type);
    await fill('Join', 'secret-1');
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/invitation'));
    const signIn = server().requests.find(({ path }) => path.endsWith('/token'));
    expect(signIn?.path).toBe(type === 'user' ? '/api/d/token' : '/api/c/token');
    expect(new URLSearchParams(signIn?.body).get('password')).toBe('secret-1');
  });

  test.each([
    ['user', '/admin/signin'],
    ['customer', '/signin'],
  ])('as %s joins and leads to %s when the sign-in fails', async (type, signIn) => {
    server().intercept = ({ path }) => {
      if (path.endsWith('/token')) return refused(503, 'unavailable', 'Later.');
      return path.endsWith('/accept-invitation') ? done : undefined;
    };
    open(type);
    await fill('Join', 'secret-1');
    expect(await screen.findByRole('heading', { name: 'You have joined.' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', signIn);
    expect(JSON.parse(calls('/accept-invitation')[0]?.body ?? '')).toMatchObject({ token: 't0ken', type });
  });

  test('a failure keeps the form', async () => {
    answer('/accept-invitation', refused(409, 'token_used', 'This invitation was used already.'));
    open();
    await fill('Join', 'secret-1');
    expect(await screen.findByText('This invitation was used already.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Join' })).toBeVisible();
  });
});
