import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket } from '../../../tests/render';
import { loaderMs } from '@/shared/entry/EntryLayout';

const server = fakeServer();
const label = 'Enter the code of your authenticator app';
const late = 'This sign-in took too long. Enter your password again.';
const token = 'step'.padEnd(40, '-');
const codes = { token, codes: true, recovery: true };
const taken = () =>
  server()
    .requests.filter(({ path }) => path === '/api/second-factor')
    .map(({ body }) => JSON.parse(body) as unknown);

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  server().step = codes;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a sign-in screen and enters a password. */
async function tryPassword(path = '/signin', email = /^Email/) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const app = showApp(path);
  await act(() => vi.advanceTimersByTimeAsync(400));
  await act(() => vi.advanceTimersByTimeAsync(loaderMs));
  await user.type(await screen.findByLabelText(email), 'owner@acme.test');
  await user.type(screen.getByLabelText('Password'), 'proof-demo-1{Enter}');
  return { ...app, user };
}

/** Opens a sign-in screen and enters a right password. */
async function enterPassword(path = '/signin', email = /^Email/) {
  const entered = await tryPassword(path, email);
  await screen.findByRole('region', { name: 'Second step' });
  return entered;
}

test('a link that a new browser needs stays on the server where no mail is sent, and the screen says so', async () => {
  server().own.profile.mailOff = true;
  const words = 'If your password is right, we have sent it to your address.';
  server().intercept = ({ path }) => (path.endsWith('/token') ? refused(403, 'signin.link_needed', words) : undefined);
  await tryPassword();
  expect(await screen.findByText(words)).toBeVisible(); // D-81
  expect(await screen.findByText(/No mail server is set up here, so mail stays on the server\./)).toBeVisible(); // D-284
});

/** Gives the browser passkeys. `get` opens its dialog. */
function withPasskeys(get: () => Promise<unknown>) {
  class FakeCredential {
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    toJSON = () => ({ id: 'key' });
  }
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return () => new FakeCredential();
}

describe('the second step of the sign-in', () => {
  test.each(['/signin', '/admin/signin'])(
    'at %s asks for a code, which is sent when it is complete (BY-045)',
    async (path) => {
      const { user, store } = await enterPassword(path);
      const field = screen.getByLabelText(label);
      expect(field).toHaveFocus();
      expect(field).toHaveAttribute('inputmode', 'numeric');
      expect(field).toHaveAttribute('autocomplete', 'one-time-code');
      expect(store.getState().session).toMatchObject({ token: null, loading: false, error: null });
      await user.type(field, '12345{Enter}');
      expect(field).toHaveAccessibleDescription(/A code has 6 digits\./);
      expect(taken()).toEqual([]);
      await user.type(field, '6');
      await waitFor(() => expect(store.getState().session.token).toBe('secret'));
      expect(taken()).toEqual([{ token, code: '123456' }]);
    },
  );

  test('sends neither a session nor a CSRF token, and keeps the requested page (SH-018)', async () => {
    const { user, router } = await enterPassword('/order-list?status=in-review');
    await user.click(screen.getByLabelText(label));
    await user.paste('123 456');
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-list'));
    expect(router.state.location.search).toBe('?status=in-review');
    const call = server().requests.find(({ path }) => path === '/api/second-factor');
    expect(call?.headers.get('authorization')).toBeNull();
    expect(server().requests.findIndex(({ path }) => path.includes('/g/csrf/'))).toBe(-1);
  });

  test('says that a code is wrong and takes another one', async () => {
    const { user, store } = await enterPassword();
    await user.type(screen.getByLabelText(label), '999999');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue(''));
    await user.type(screen.getByLabelText(label), '123456');
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
  });

  test('says how long to wait after too many failures', async () => {
    const { user } = await enterPassword();
    const wait = 'Too many failed sign-ins. Please wait 2 minutes and try again.';
    server().intercept = ({ path }) =>
      path === '/api/second-factor' ? refused(429, 'too_many_failures', wait) : undefined;
    await user.type(screen.getByLabelText(label), '123456');
    expect(await screen.findByText(wait)).toBeVisible();
  });

  test('goes back to the password when it took too long', async () => {
    const { user } = await enterPassword();
    server().intercept = ({ path }) =>
      path === '/api/second-factor' ? refused(400, 'second_factor.expired', late) : undefined;
    await user.type(screen.getByLabelText(label), '123456');
    expect(await screen.findByText(late)).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toHaveValue('owner@acme.test');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('can be left for the password', async () => {
    const { user } = await enterPassword();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Password')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes a recovery code (D-46)', async () => {
    const { user, store } = await enterPassword();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText('Recovery code');
    expect(field).toHaveFocus();
    await user.type(field, '{Enter}');
    expect(screen.getByText('Required!')).toBeVisible();
    await user.type(field, ' code-1 {Enter}');
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    expect(taken()).toEqual([{ token, recoveryCode: 'code-1' }]);
  });

  test('takes a passkey (BY-045)', async () => {
    server().step = { ...codes, codes: false, passkey: '{"challenge":"AAAA"}' };
    const get = vi.fn<() => Promise<unknown>>();
    const make = withPasskeys(get);
    get.mockImplementation(async () => make());
    const { user, store } = await enterPassword();
    expect(screen.queryByLabelText(label)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'AAAA' } });
    expect(taken()).toEqual([{ token, passkey: '{"id":"key"}' }]);
  });

  test('says that the user closed the dialog of the passkey', async () => {
    server().step = { ...codes, passkey: '{}' };
    withPasskeys(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    const { user } = await enterPassword();
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('No passkey was used. Try again, or use another way.')).toBeVisible();
    expect(taken()).toEqual([]);
  });

  test('says that the browser has no passkeys', async () => {
    server().step = { ...codes, passkey: '{}' };
    const { user } = await enterPassword();
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('This browser cannot use passkeys. Update it, or use another way.')).toBeVisible();
  });

  const accounts = [
    {
      id: uuid(7),
      name: 'Acme Foods',
      client: 'Northlight',
      role: 'staff' as const,
      roleLabel: 'Team Member',
      current: false,
    },
    {
      id: uuid(8),
      name: 'Harbor Studio',
      client: '',
      role: 'owner' as const,
      roleLabel: 'Account Owner',
      current: false,
    },
  ];
  const choice = { token, codes: false, recovery: false, accounts };
  const chosen = () =>
    server()
      .requests.filter(({ path }) => path === '/api/choose-account')
      .map(({ body }) => JSON.parse(body) as unknown);

  test('asks for the account after the factor, if there are several (D-82, BY-076)', async () => {
    server().choice = choice;
    const { user, store } = await enterPassword();
    await user.type(screen.getByLabelText(label), '123456');
    expect(await screen.findByRole('heading', { name: /belongs to 2 accounts/ })).toHaveFocus();
    expect(store.getState().session.token).toBeNull();
    await user.click(screen.getByRole('button', { name: /Harbor Studio/ }));
    await waitFor(() => expect(store.getState().session.token).toBe('secret'));
    expect(chosen()).toEqual([{ token, accountId: uuid(8) }]);
  });

  test('leads back to the password when the choice took too long', async () => {
    server().choice = choice;
    const { user } = await enterPassword();
    await user.type(screen.getByLabelText(label), '123456');
    server().intercept = ({ path }) =>
      path === '/api/choose-account' ? refused(400, 'signin.choice_expired', late) : undefined;
    await user.click(await screen.findByRole('button', { name: /Acme Foods.*Northlight/ }));
    expect(await screen.findByText(late)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });
});
