import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { hostError, hostName } from './hosts';
const server = fakeServer('admin');

beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => notifications.clean());

test.each([
  [' Studio.Example.com ', 'studio.example.com'],
  ['https://studio.example.com/signin?a=1', 'studio.example.com'],
  ['studio.example.com.', 'studio.example.com'],
])('%s names a host', (typed, name) => {
  expect(hostName(typed)).toBe(name);
});

test('a host name has dots, and is in the list once', () => {
  expect(hostError('studio.example.com', [])).toBeUndefined();
  expect(hostError('', [])).toBe('Required!');
  for (const wrong of ['studio', 'studio..com', '-a.com', 'a b.com', '192.0.2.1', 'a:8080.com']) {
    expect(hostError(wrong, [])).toBe('Use a name with dots, such as design.example.com.');
  }
  expect(hostError('a.com', ['a.com'])).toBe('This host name is in the list already.');
  expect(
    hostError(
      'a.com',
      Array.from({ length: 20 }, (_, n) => `${n}.com`),
    ),
  ).toBe('A client has at most 20 host names.');
});

const sent = (path: string) =>
  server()
    .requests.filter((request) => request.method === 'PUT' && request.path.endsWith(path))
    .map(({ body }) => JSON.parse(body) as unknown);

describe('the host names of a client', () => {
  const open = async () => {
    showApp('/clients/brightside');
    return within(await screen.findByRole('region', { name: 'Host names' }));
  };

  test('D-49: are added and removed', async () => {
    const panel = await open();
    await userEvent.type(panel.getByLabelText('Host name'), 'https://Proofs.Brightside.test/');
    await userEvent.click(panel.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('proofs.brightside.test leads to the sign-in now.')).toBeVisible();
    expect(sent('/hosts')).toEqual([{ hosts: ['proofs.brightside.test'] }]);
    expect(await panel.findByText('proofs.brightside.test')).toBeVisible();
    expect(panel.getByLabelText('Host name')).toHaveValue('');
    await userEvent.click(panel.getByRole('button', { name: 'Remove proofs.brightside.test' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove proofs.brightside.test?' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('/hosts').at(-1)).toEqual({ hosts: [] }));
    await waitFor(() => expect(panel.queryByText('proofs.brightside.test')).not.toBeInTheDocument());
  });

  test('show why the server refuses a name, and keep what was typed', async () => {
    const panel = await open();
    await userEvent.type(panel.getByLabelText('Host name'), 'taken.example.com{Enter}');
    expect(await panel.findByText('This host name leads to another client already.')).toBeVisible();
    expect(panel.getByLabelText('Host name')).toHaveValue('taken.example.com');
  });

  test('are not offered for direct customers', async () => {
    showApp('/clients/customer');
    await screen.findByRole('region', { name: 'Sign-up' });
    expect(screen.queryByRole('region', { name: 'Host names' })).not.toBeInTheDocument();
  });
});

test('D-45: the admin says whether people may register themselves', async () => {
  showApp('/clients/customer');
  const toggle = await screen.findByRole('switch', { name: 'People may register themselves at /signup' });
  expect(toggle).not.toBeChecked();
  await userEvent.click(toggle);
  expect(await screen.findByText('People can register themselves now.')).toBeVisible();
  expect(sent('/clients/customer/sign-up')).toEqual([{ open: true }]);
  await waitFor(() => expect(toggle).toBeChecked());
  await userEvent.click(toggle);
  expect(await screen.findByText('People can no longer register themselves.')).toBeVisible();
});
