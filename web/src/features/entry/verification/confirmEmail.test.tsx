import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, show, showApp, storeSession } from '../../../../tests/render';
import ConfirmEmail from './ConfirmEmail';

const server = fakeServer();
const calls = () => server().requests.filter(({ path }) => path.endsWith('/change-email'));
const open = (query = '#token=t0ken&email=new%40acme.test') =>
  show(
    <StrictMode>
      <ConfirmEmail />
    </StrictMode>,
    `/change-email${query}`,
  );

test.each(['?email=a@b.co', '#token=t'])('the link %s lacks a parameter, so it leads to the sign-in', async (query) => {
  const { router } = open(query);
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
});

test('the address is changed once, without a session, and the sign-in gets it', async () => {
  open();
  expect(screen.getByRole('status', { name: 'Changing your email address' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Your address is changed' })).toHaveFocus();
  expect(screen.getByText('From now on you sign in with new@acme.test, and your mails go there.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/signin');
  const sent = calls().map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]);
  expect(sent).toEqual([['POST', '/api/change-email', { token: 't0ken', email: 'new@acme.test' }]]);
});

test('a signed-in user returns to their profile', async () => {
  storeSession('owner');
  const { router } = showApp('/change-email?token=t0ken&email=new%40acme.test');
  expect(await screen.findByRole('link', { name: 'Go to your profile' })).toHaveAttribute('href', '/profile');
  expect(router.state.location.pathname).toBe('/change-email');
  expect(calls()[0]?.headers.has('authorization')).toBe(false);
});

test.each([
  [410, 'token_expired', 'This link has expired.'],
  [400, 'token_invalid', 'This link is not valid.'],
])('a link answered with %i says why, and where to get another', async (status, reason, words) => {
  server().intercept = ({ path }) => (path.endsWith('/change-email') ? refused(status, reason, words) : undefined);
  open();
  expect(await screen.findByRole('heading', { name: 'Your address is not changed' })).toHaveFocus();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new link in your profile' })).toHaveAttribute(
    'href',
    '/profile#contact',
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a link that the server could not check can be tried again', async () => {
  server().intercept = ({ path }) => (path.endsWith('/change-email') ? { status: 500, json: {} } : undefined);
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server().intercept = () => undefined;
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Your address is changed' })).toBeVisible();
});
