import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { answerClose, expectEscapeAsks } from '../../../tests/closing';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const open = async () => {
  showApp('/settings');
  return within(await screen.findByRole('region', { name: 'Security' }));
};
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string, scope: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));
const password = async (dialog: ReturnType<typeof within>, text = 'proof-demo-1') =>
  userEvent.type(await dialog.findByLabelText('Your password'), `${text}{Enter}`);
const sent = (end: string) => server().requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end));

/** Gives the user a phone and a key. */
function twoFactors() {
  const { own } = server();
  own.factors = [
    own.factor(1, 'totp', 'My phone'),
    { ...own.factor(2, 'passkey', 'My key'), usedAt: '2026-11-19T10:00:00Z' },
  ];
  own.recoveryCodes = ['a', 'b', 'c'];
}

describe('the second factors (D-46, BY-045)', () => {
  test('are listed with their kind, when they were added and last used, and the recovery codes left', async () => {
    twoFactors();
    const security = await open();
    const list = within(await security.findByRole('list', { name: 'Your second factors' }));
    const [phone, key] = list.getAllByRole('listitem');
    expect(phone).toHaveTextContent('My phoneAuthenticator app · Added 19 Nov 2026 · Not used yet');
    expect(key).toHaveTextContent(/^My keyPasskey · Added 18 Nov 2026 · Last used .+ ago/);
    expect(security.getByText('3 codes left')).toBeVisible();
  });

  test('get an authenticator app: password, picture and secret, code and name, recovery codes', async () => {
    const security = await open();
    await press('Add authenticator app', security);
    const dialog = await dialogOf('Add authenticator app');
    await password(dialog);
    expect(await dialog.findByRole('img')).toHaveAttribute('src', 'data:image/png;base64,anBlZw==');
    expect(dialog.getByLabelText('Secret')).toHaveValue('JBSWY3DPEHPK3PXP');
    expect(dialog.getByRole('button', { name: 'Copy the secret' })).toBeVisible();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    await enter(dialog.getByLabelText('Code'), '123456');
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.type(dialog.getByLabelText('Name'), 'Work phone{Enter}');

    const shown = await dialogOf('Your recovery codes');
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'code-1',
      'code-2',
      'code-3',
    ]);
    const download = shown.getByRole('link', { name: 'Download' });
    expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain('code-1\ncode-2\ncode-3\n');
    expect(shown.getByRole('button', { name: 'Copy the codes' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(shown.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
    await userEvent.click(shown.getByRole('checkbox', { name: 'I have stored these codes' }));
    await press('Done', shown);
    expect(await security.findByText('Work phone')).toBeVisible();
    expect(sent('/factors/app').map(({ body }) => body)).toEqual(['{"password":"proof-demo-1"}']);
  });

  test('ask before Escape loses a code or a name', async () => {
    await press('Add authenticator app', await open());
    await password(await dialogOf('Add authenticator app'));
    await enter(await screen.findByLabelText('Name'), ' 2');
    await expectEscapeAsks(() => screen.queryByRole('dialog', { name: 'Add authenticator app' }));
    expect(server().own.factors).toEqual([]);
  });

  test('say that the password or the code is wrong', async () => {
    const security = await open();
    await press('Add authenticator app', security);
    const dialog = await dialogOf('Add authenticator app');
    await password(dialog, 'wrong');
    expect(await dialog.findByText('The password is not right.')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Your password'));
    await password(dialog);
    await userEvent.type(await dialog.findByLabelText('Code'), '12{Enter}');
    expect(dialog.getByText('A code has 6 digits.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Code'), '9999{Enter}');
    expect(await dialog.findByText('This code is not right.')).toBeVisible();
    expect(dialog.getByLabelText('Code')).toHaveValue('');
  });

  test('get a passkey: password, the dialog of the browser, name', async () => {
    class FakeCredential {
      static parseRequestOptionsFromJSON = (options: unknown) => options;
      static parseCreationOptionsFromJSON = (options: unknown) => options;
      toJSON = () => ({ id: 'key' });
    }
    const create = vi.fn<() => Promise<unknown>>();
    create.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    create.mockResolvedValueOnce(new FakeCredential());
    vi.stubGlobal('PublicKeyCredential', FakeCredential);
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
    twoFactors();
    const security = await open();
    await press('Add passkey', security);
    const dialog = await dialogOf('Add passkey');
    await password(dialog);
    expect(await dialog.findByText('No passkey was used. Try again, or use another way.')).toBeVisible();
    await press('Try again', dialog);
    // The device has the passkey, the account does not have it yet.
    await dialog.findByLabelText('Name');
    await userEvent.keyboard('{Escape}');
    await answerClose('Stay');
    await userEvent.type(await dialog.findByLabelText('Name'), ' 2{Enter}');
    expect(await security.findByText('Passkey 2')).toBeVisible();
    expect(create).toHaveBeenCalledWith({ publicKey: { challenge: 'AAAA' } });
    expect(sent('/factors/passkey')).toHaveLength(1);
    // The codes of the first factor stay, so none are shown.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('cannot get a passkey in a browser that has none', async () => {
    const security = await open();
    await press('Add passkey', security);
    const dialog = await dialogOf('Add passkey');
    expect(dialog.getByText('This browser cannot use passkeys. Update it, or use another way.')).toBeVisible();
  });

  test('are removed with the password', async () => {
    twoFactors();
    const security = await open();
    await press('Remove My key', security);
    const dialog = await dialogOf('Remove second factor');
    await password(dialog);
    await waitFor(() => expect(security.queryByText('My key')).toBeNull());
    expect(security.getByText('My phone')).toBeVisible();
    expect(await screen.findByText('My key is removed')).toBeVisible();
  });

  test('keep the last one where the account needs one, and say why', async () => {
    twoFactors();
    server().own.factors.pop();
    server().own.required = true;
    const security = await open();
    const remove = await security.findByRole('button', { name: 'Remove My phone' });
    expect(remove).toBeDisabled();
    expect(remove).toHaveAccessibleDescription(
      'Your account needs a second factor. Add another one before you remove this one.',
    );
  });

  test('get new recovery codes, in place of the old ones', async () => {
    twoFactors();
    const security = await open();
    await press('New recovery codes', security);
    await password(await dialogOf('New recovery codes'));
    const shown = await dialogOf('Your recovery codes');
    expect(shown.getByText('new-1')).toBeVisible();
    await userEvent.click(shown.getByRole('checkbox'));
    await press('Done', shown);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('can only be looked at by an admin who acts as the person (D-48)', async () => {
    twoFactors();
    server().own.profile.impersonation = { by: 'Marcus Lindqvist', until: '2036-01-01T00:30:00Z' };
    const security = await open();
    expect(await security.findByText('My phone')).toBeVisible();
    expect(security.getByText('Only the person themselves can change this.')).toBeVisible();
    expect(security.queryByRole('button')).toBeNull();
  });

  test('that cannot be read say why, and can be read again', async () => {
    server().intercept = ({ path }) => (path.endsWith('/factors') ? refused(409, 'x', 'Not right now.') : undefined);
    const security = await open();
    expect(await security.findByText('Not right now.')).toBeVisible();
    server().intercept = () => undefined;
    await press('Try again', security);
    expect(await security.findByRole('button', { name: 'Add passkey' })).toBeVisible();
  });
});

describe('a change that needs the second factor again (D-80)', () => {
  /** Lets the server ask for the factor until it is given. */
  function asks() {
    twoFactors();
    let given = false;
    server().intercept = ({ method, path, body }) => {
      if (path.endsWith('/step-up/begin'))
        return {
          json: { success: true, message: 'OK', data: { token: 'step'.padEnd(40, '-'), codes: true, recovery: true } },
        };
      if (path.endsWith('/step-up')) {
        given = body.includes('"code":"123456"');
        return given ? { json: { success: true, message: 'OK' } } : refused(400, 'second_factor.wrong', 'Not right.');
      }
      if (method === 'POST' && path.endsWith('/recovery-codes') && !given)
        return refused(403, 'factor.step_up', 'Enter your second factor again to change this.');
      return undefined;
    };
  }

  test('goes on by itself once the factor is given', async () => {
    asks();
    const security = await open();
    await press('New recovery codes', security);
    await password(await dialogOf('New recovery codes'));
    const question = await dialogOf('Enter your second factor');
    const field = await question.findByLabelText('Enter the code of your authenticator app');
    await userEvent.type(field, '000000');
    expect(await question.findByText('Not right.')).toBeVisible();
    await userEvent.type(field, '123456');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    expect(sent('/recovery-codes')).toHaveLength(2);
  });

  test('is refused with a sentence when the user cancels', async () => {
    asks();
    const security = await open();
    await press('New recovery codes', security);
    const dialog = await dialogOf('New recovery codes');
    await password(dialog);
    await press('Cancel', await dialogOf('Enter your second factor'));
    expect(await dialog.findByText('Enter your second factor again to change this.')).toBeVisible();
    expect(sent('/recovery-codes')).toHaveLength(1);
  });
});
