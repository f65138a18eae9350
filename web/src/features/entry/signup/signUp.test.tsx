import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { enter } from '../../../../tests/enter';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, show, showApp, storeSession } from '../../../../tests/render';
import { ownZone } from '@/lib/format/zones';
import SignUp from './SignUp';

const server = fakeServer();
const sent = () => server().requests.filter(({ path }) => path.endsWith('/signup'));
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
const labels = ['Company', 'First name', 'Last name', 'Email Address', 'Password', 'Retype Password'];

async function open() {
  show(<SignUp />, '/signup');
  await screen.findByLabelText('Company');
}

async function fill() {
  const typed = [' Jam & Co ', 'Ann', 'Lee', ' ann@jam.test ', 'secret-1', 'secret-1'];
  for (const [index, label] of labels.entries()) {
    await enter(screen.getByLabelText(label), typed[index] ?? '');
  }
}

describe('where people may register themselves', () => {
  beforeEach(() => {
    server().signUp = true;
  });

  test('every field shows its own problem, the first one gets the focus, and nothing is sent', async () => {
    await open();
    await submit();
    expect(screen.getAllByText('Required!')).toHaveLength(labels.length);
    expect(screen.getByLabelText('Company')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Email Address'), 'ann');
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await submit();
    expect(screen.getAllByText('Not Valid')).toHaveLength(2);
    expect(sent()).toEqual([]);
  });

  test('the browser can fill in the name and the address, and its time zone is chosen already', async () => {
    await open();
    const kinds = labels.map((label) => screen.getByLabelText(label).getAttribute('autocomplete'));
    expect(kinds).toEqual(['organization', 'given-name', 'family-name', 'username', 'new-password', 'new-password']);
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue(ownZone());
  });

  test('the account is asked for, and then the page says where the link is', async () => {
    storeSession('owner');
    window.localStorage.setItem('expirationDate', '2020-01-01T00:00:00Z');
    await open();
    await fill();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toHaveFocus();
    expect(
      screen.getByText('We have sent a link to ann@jam.test. It verifies your address, and then you can sign in.'),
    ).toBeVisible();
    expect(screen.getByText(/^No mail after some minutes\?/)).toBeVisible();
    expect(sent().map(({ path }) => path)).toEqual(['/api/signup']);
    expect(sent()[0]?.headers.has('authorization')).toBe(false);
    expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
      company: 'Jam & Co',
      firstname: 'Ann',
      lastname: 'Lee',
      emailAddress: 'ann@jam.test',
      password: 'secret-1',
      timeZone: ownZone(),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Correct the address' }));
    expect(screen.getByRole('heading', { name: 'Sign up' })).toHaveFocus();
    expect(screen.getByLabelText('First name')).toHaveValue('Ann');
  });

  test('a refusal says why and keeps what was typed', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/signup') ? refused(429, 'too_many', 'There were too many tries. Wait a minute.') : undefined;
    await open();
    await fill();
    await submit();
    expect(await screen.findByText('There were too many tries. Wait a minute.')).toBeVisible();
    expect(screen.getByLabelText('Company')).toHaveValue(' Jam & Co ');
  });

  test('the sign-in leads to it', async () => {
    const { router } = showApp('/signin');
    await userEvent.click(await screen.findByRole('link', { name: 'Sign up' }));
    expect(router.state.location.pathname).toBe('/signup');
    expect(await screen.findByLabelText('Company')).toBeVisible();
  });

  test('a signed-in user goes on to the home page', async () => {
    storeSession('owner');
    const { router } = show(<SignUp />, '/signup');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('where people are invited', () => {
  test('the page says so and leads to the sign-in', async () => {
    show(<SignUp />, '/signup');
    expect(await screen.findByText(/^People are invited here\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the sign-in' })).toHaveAttribute('href', '/signin');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('the sign-in does not lead to it', async () => {
    showApp('/signin');
    await screen.findByRole('heading', { name: 'Log in' });
    expect(server().requests.some(({ path }) => path === '/api/brand')).toBe(true);
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  });
});

test('a failed question whether people may register can be asked again', async () => {
  server().intercept = ({ path }) => (path.endsWith('/brand') ? refused(500, 'internal', 'Try later.') : undefined);
  show(<SignUp />, '/signup');
  expect(await screen.findByText('Try later.')).toBeVisible();
  server().intercept = () => undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^People are invited here\./)).toBeVisible();
});
