import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { fakeServer, show } from '../../../tests/render';
import KnowBrowser from './KnowBrowser';

const server = fakeServer();
const calls = () => server().requests.filter(({ path }) => path.endsWith('/known-browser'));
const open = (link = '#token=t0ken&type=user&email=ann%40studio.test') =>
  show(
    <StrictMode>
      <KnowBrowser />
    </StrictMode>,
    `/known-browser${link}`,
  );

test('a link without a token leads to the sign-in', async () => {
  const { router } = open('#type=user&email=ann%40studio.test');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(await screen.findByText('This link is not complete')).toBeVisible();
});

test('the link is used once, and the sign-in of this kind of person gets the address (D-81)', async () => {
  open();
  expect(screen.getByRole('status', { name: 'Checking the link' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'This browser is known now' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/admin/signin');
  expect(calls().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { token: 't0ken', type: 'user', email: 'ann@studio.test' },
  ]);
});

test('a used or old link says how to get another', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/known-browser') ? refused(400, 'link.invalid', 'This link does not work.') : undefined;
  open();
  expect(await screen.findByRole('heading', { name: 'This browser is not known yet' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Log in to get a new link' })).toHaveAttribute('href', '/admin/signin');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a cut link says so', async () => {
  const said = 'A part of this link is missing.';
  server().intercept = ({ path }) => (path.endsWith('/known-browser') ? refused(400, 'link.cut', said) : undefined);
  open();
  expect(await screen.findByText(said)).toBeVisible();
});

test('a link that the server could not check can be tried again', async () => {
  server().intercept = ({ path }) => (path.endsWith('/known-browser') ? { status: 500, json: {} } : undefined);
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server().intercept = () => undefined;
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'This browser is known now' })).toBeVisible();
});
