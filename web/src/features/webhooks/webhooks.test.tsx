import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { makeDelivery, makeWebhook } from '../../../tests/fake/webhooks';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
const server = fakeServer('owner');
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

/** What was written, without the beginning of the path. */
const sent = () =>
  server()
    .requests.filter(({ method, path }) => method !== 'GET' && path.includes('/webhook-endpoints'))
    .map(({ method, path, body }) => [
      method,
      path.replace(/^.*\/webhook-endpoints/, ''),
      body ? (JSON.parse(body) as unknown) : '',
    ]);
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const open = async (more: Parameters<typeof makeWebhook>[1] = {}) => {
  const webhook = makeWebhook(1, more);
  server().webhooks.endpoints = [webhook];
  const view = showApp(`/webhooks/${webhook.id}`);
  await screen.findByRole('heading', { name: 'hooks1.acme.test', level: 1 });
  return { ...view, path: `/${webhook.id}` };
};

describe('the list of webhooks (BY-040)', () => {
  test('says what webhooks are for, and adds one whose secret is shown once', async () => {
    showApp('/webhooks');
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add a webhook' }));
    const form = await dialogOf('Add a webhook');
    await userEvent.click(form.getByRole('radio', { name: 'Chosen events' }));
    await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));
    expect(form.getByText('Required!')).toBeVisible();
    expect(form.getByText('Choose at least one, or all events.')).toBeVisible();

    // The server's refusal is at the address, and goes when that is changed.
    const address = form.getByLabelText('Address');
    await userEvent.type(address, 'http://hooks.acme.test');
    await userEvent.click(form.getByRole('checkbox', { name: 'All about orders' }));
    expect(form.getByRole('checkbox', { name: 'Order created' })).toBeChecked();
    await userEvent.click(form.getByRole('checkbox', { name: 'Order created' }));
    await userEvent.click(form.getByRole('checkbox', { name: 'Version approved' }));
    await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));
    await waitFor(() => expect(address).toHaveAccessibleDescription(/Enter a complete address that begins with https/));
    await userEvent.clear(address);
    await userEvent.type(address, 'https://10.0.0.5/in');
    expect(address).not.toHaveAccessibleDescription(/Enter a complete address/);
    await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));
    await waitFor(() => expect(address).toHaveAccessibleDescription(/Nothing can be sent to this address/));
    await userEvent.clear(address);
    await userEvent.type(address, 'https://hooks.acme.test/in');
    await userEvent.click(form.getByRole('button', { name: 'Add the webhook' }));

    const shown = await dialogOf('The secret of your new webhook');
    expect(shown.getByLabelText('Secret')).toHaveValue('whsec_c2VjcmV01');
    expect(shown.getByText('Test: Answered 200 (34 ms)')).toBeVisible();
    expect(shown.getByText(/It is not shown again/)).not.toHaveTextContent(/old secret/);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(shown.getByRole('button', { name: 'Done' }));
    const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
    expect(row).toHaveTextContent('https://hooks.acme.test/inActiveStatus of an order changed and Version approved00');
    expect(sent().at(-1)).toEqual([
      'POST',
      '',
      { url: 'https://hooks.acme.test/in', types: ['order.status_changed', 'version.approved'] },
    ]);
  });

  test('says in words how each of them fares, and offers no eleventh', async () => {
    const since = '2026-11-20T10:00:00Z';
    const states = [
      { failingSince: since },
      { state: 'paused', cause: 'person' },
      { state: 'paused', cause: 'failed', failingSince: since },
      { state: 'paused', cause: 'gone' },
    ] as const;
    server().webhooks.endpoints = Array.from({ length: 10 }, (_, n) => makeWebhook(n, states[n]));
    server().webhooks.deliveries = [makeDelivery(1), makeDelivery(2, { state: 'waiting' })];
    showApp('/webhooks');
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    const words = rows.slice(1, 6).map((row) => row.textContent);
    expect(words).toEqual([
      expect.stringMatching(/Failing since 20 Nov 2026 .+\. If nothing arrives until 23 Nov 2026 .+, it is paused\./),
      expect.stringContaining('PausedSomebody paused it. Resumed, it goes on where it stopped.'),
      expect.stringContaining('It was paused because nothing arrived for three days.'),
      expect.stringContaining('the receiver answered 410'),
      expect.stringMatching(/ActiveAll events11$/),
    ]);
    expect(screen.getByText('10 webhooks of at most 10')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull();
  });

  test('says why it cannot be read, and tries again', async () => {
    server().intercept = ({ path }) =>
      path.includes('webhook-endpoints') ? refused(500, 'internal', 'The database rests.') : undefined;
    showApp('/webhooks');
    expect(await screen.findByText('The database rests.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
  });

  test('is for owners and admins; who may only look changes nothing', async () => {
    const { own, webhooks } = server();
    webhooks.endpoints = [makeWebhook(1)];
    own.profile = { ...makeProfile('owner'), viewOnly: true };
    const { router, unmount } = showApp(`/webhooks/${uuid(1301)}`);
    expect(await screen.findByText('https://hooks1.acme.test/proofboard')).toBeVisible();
    expect(router.state.location.pathname).toBe('/webhooks');
    expect(screen.queryByRole('link', { name: /hooks1/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull();
    unmount();
    own.profile = makeProfile('staff');
    const staff = showApp('/webhooks').router;
    await waitFor(() => expect(staff.state.location.pathname).toBe('/'));
  });
});

describe('a webhook (BY-040)', () => {
  test('is tested, and says what came back or why nothing did', async () => {
    await open();
    const test = screen.getByRole('button', { name: 'Send a test' });
    await userEvent.click(test);
    expect(await screen.findByText('Test: Answered 200 (34 ms)')).toBeVisible();
    server().webhooks.tested = { failure: 'certificate', milliseconds: 12 };
    await userEvent.click(test);
    expect(await screen.findByText('Test: The certificate is not valid (12 ms)')).toBeVisible();
    // The result says nothing about another address.
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const form = await dialogOf('Edit the webhook');
    await userEvent.type(form.getByLabelText('Address'), '/in');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('https://hooks1.acme.test/proofboard/in')).toBeVisible();
    expect(screen.queryByText(/^Test:/)).toBeNull();
    server().intercept = () => refused(429, 'webhook.too_many_tests', 'You have sent 20 test messages in this hour.');
    await userEvent.click(test);
    expect(await screen.findByText('You have sent 20 test messages in this hour.')).toBeVisible();
    expect(screen.queryByText(/^Test:/)).toBeNull();
  });

  test('is paused and resumed, changed, and gets a new secret', async () => {
    const { path } = await open({ types: ['comment.added'] });
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const form = await dialogOf('Edit the webhook');
    expect(form.getByRole('checkbox', { name: 'Comment added' })).toBeChecked();
    await userEvent.click(form.getByRole('radio', { name: 'All events' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('All events, also kinds that are added later')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Rotate the secret' }));
    await userEvent.click((await dialogOf('Rotate the secret?')).getByRole('button', { name: 'Rotate' }));
    const shown = await dialogOf('The new secret');
    expect(shown.getByLabelText('Secret')).toHaveValue('whsec_c2VjcmV01');
    expect(shown.getByText(/For another day each message is signed with the old secret too/)).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Done' }));
    expect(sent()).toEqual([
      ['PUT', `${path}/state`, { state: 'paused' }],
      ['PUT', `${path}/state`, { state: 'active' }],
      ['PUT', path, { url: 'https://hooks1.acme.test/proofboard', types: [] }],
      ['POST', `${path}/secret`, ''],
    ]);
  });

  test('is sent events again, after a position or all, once that was confirmed', async () => {
    const { path } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Send events again' }));
    const form = await dialogOf('Send events again');
    expect(form.getByText(/which now ends at 500\./)).toHaveTextContent(/the id of the event, which stays the same/);
    const send = form.getByRole('button', { name: 'Send again' });
    await userEvent.type(form.getByLabelText('Position'), '501');
    await userEvent.click(send);
    expect(form.getByText('Enter a position from 0 to 500.')).toBeVisible();
    await userEvent.clear(form.getByLabelText('Position'));
    await userEvent.type(form.getByLabelText('Position'), '420');
    await userEvent.click(send);
    await userEvent.click((await dialogOf('Send everything after 420 again?')).getByRole('button', { name: 'Cancel' }));
    expect(sent()).toEqual([]);
    await userEvent.click(form.getByRole('radio', { name: 'From the beginning' }));
    await userEvent.click(send);
    await userEvent.click((await dialogOf('Send everything again?')).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The events are sent again')).toBeVisible();
    expect(sent()).toEqual([['POST', `${path}/replay`, { after: 0 }]]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Send events again' })).toBeNull());
  });

  test('is removed after a question, and one that is gone says so', async () => {
    server().webhooks.deliveries = [makeDelivery(1)];
    const { router, path } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const question = await dialogOf('Remove the webhook to hooks1.acme.test?');
    expect(question.getByText(/what failed is removed with it/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    expect(sent()).toEqual([['DELETE', path, '']]);
    await act(() => router.navigate(`/webhooks${path}`));
    expect(await screen.findByText('This webhook does not exist')).toBeVisible();
  });
});
