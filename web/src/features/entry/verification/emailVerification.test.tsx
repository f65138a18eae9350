import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, refused } from '../../../../tests/fake/server';
import { fakeServer, show, showApp, storeSession } from '../../../../tests/render';
import EmailVerification from './EmailVerification';
import { redirectMs } from './useVerification';

const server = fakeServer();
const calls = (name: string) => server().requests.filter(({ path }) => path.endsWith(name));
const done = { json: { success: true, message: 'Done.' } };
const expired = refused(410, 'token_expired', 'This link has expired.');
const answer = (verification: FakeAnswer, request: FakeAnswer = done) => {
  server().intercept = ({ path }) =>
    path.endsWith('/request-email-verification')
      ? request
      : path.endsWith('/email-verification')
        ? verification
        : undefined;
};
const open = (query = '#key=k3y&email=ann%40acme.test') =>
  show(
    <StrictMode>
      <EmailVerification />
    </StrictMode>,
    `/email-verification${query}`,
  );

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
});

test.each([
  ['?email=a@b.co', '/signin'],
  ['?key=k', '/signin'],
  ['?key=k&user=user', '/admin/signin'],
])('the link %s lacks a parameter, so it leads to %s (SH-127, SH-128)', async (query, signIn) => {
  const { router } = showApp(`/email-verification${query}`);
  await waitFor(() => expect(router.state.location.pathname).toBe(signIn));
});

test('verifies once, from loading to success (SH-127, SH-130, SH-131, SH-132)', async () => {
  answer(done);
  open();
  expect(screen.getByRole('status', { name: 'Verifying your email address' })).toBeVisible(); // SH-130
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toHaveFocus(); // SH-132
  expect(
    screen.getByText(
      'You have successfully verified your account. Now you can log in to your dashboard and make your first order.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in to dashboard' })).toHaveAttribute('href', '/signin');
  const sent = calls('/email-verification').map(({ path, body }) => [path, JSON.parse(body)]);
  const body = { token: 'k3y', user: 'customer', email: 'ann@acme.test' }; // SH-127: customer is the default.
  expect(sent).toEqual([['/api/c/email-verification', body]]); // SH-131
});

test('asks for the password that the address has in another account (D-82)', async () => {
  answer(refused(409, 'login.password_needed', 'Enter that password to go on.'));
  open();
  const field = await screen.findByLabelText('Your password for ann@acme.test');
  answer(done);
  await userEvent.type(field, 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toHaveFocus();
  expect(JSON.parse(calls('/email-verification').at(-1)?.body ?? '')).toMatchObject({ password: 'secret-1' });
});

test('asks to reset a password that somebody else chose (D-82)', async () => {
  answer(refused(409, 'login.password_given', 'Reset it first.'));
  open();
  expect(await screen.findByRole('link', { name: 'Reset the password' })).toHaveAttribute('href', '/forgot-password');
});

test('is reachable with a session (SH-129)', async () => {
  storeSession('owner');
  answer(done);
  const { router } = showApp('/email-verification?key=k3y&email=ann%40acme.test');
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/email-verification');
});

test('an expired link shows the retry screen and stays (SH-130, SH-133, SH-134, SH-136)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer(expired);
  const { router } = open();
  expect(await screen.findByRole('heading', { name: 'Failed!' })).toBeVisible(); // SH-130, SH-133
  expect(
    screen.getByText(
      'Email verification token is expired. Please retry verification process by clicking the button below.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend Email Verification' })).toBeVisible();
  expect(await screen.findByText('Failed')).toBeVisible(); // SH-134
  expect(screen.getByText('This link has expired.')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(redirectMs + 1000));
  expect(router.state.location.pathname).toBe('/email-verification'); // SH-136
});

test('another failure leads to the sign-in after 5 seconds (SH-134, SH-135)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer({ status: 500, json: {} });
  const { router } = showApp('/email-verification?key=k3y&user=user&email=ann%40acme.test');
  await screen.findByRole('heading', { name: 'Failed!' });
  expect(await screen.findByText('Someting went wrong')).toBeVisible(); // SH-134
  expect(router.state.location.pathname).toBe('/email-verification');
  await act(() => vi.advanceTimersByTimeAsync(redirectMs));
  expect(router.state.location.pathname).toBe('/admin/signin'); // SH-135
});

test.each([
  ['without a session', false, '/api/d/request-email-verification'],
  ['with a session', true, '/api/c/request-email-verification'],
])('%s asks for another mail (SH-137, SH-138)', async (_, signedIn, path) => {
  if (signedIn) storeSession('owner');
  answer(expired);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Email Verification' }));
  expect(await screen.findByText('Success')).toBeVisible(); // SH-138
  expect(screen.getByText('An email has been sent to ann@acme.test with a link to verify your account.')).toBeVisible();
  const [call] = calls('/request-email-verification');
  expect(call?.path).toBe(path); // SH-137. The suffix is the one of the session (SH-006).
  expect(JSON.parse(call?.body ?? '')).toEqual({ token: 'k3y', userType: 'customer', email: 'ann@acme.test' });
});

test('a failed resend shows Failed', async () => {
  answer(expired, refused(429, 'rate_limited', 'Too many attempts.'));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Email Verification' }));
  expect(await screen.findByText('Too many attempts.')).toBeVisible();
});
