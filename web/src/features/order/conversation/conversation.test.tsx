import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import type { FakeServer } from '../../../../tests/fake/server';
import { uuid } from '../../../../tests/fake/data';
import { people } from '../../../../tests/fake/fixed';

vi.mock('@/shared/threads/editor/Editor', () => {
  throw new Error('The plain field is enough here.');
});

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
});

const order = `/orders/detail/${uuid(1000)}`;
const says = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const conversation = async () => within(await screen.findByRole('region', { name: 'Conversation' }));
const sentTo = (server: FakeServer) =>
  server.requests
    .filter(({ method, path }) => method !== 'GET' && path.includes('/conversation'))
    .map(({ method, path, body }) => [method, path.split('/conversation')[1], body]);
const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
/** Chooses from the menu of the nth message or reply. */
async function choose(n: number, name: string) {
  const shown = await conversation();
  const menus = await shown.findAllByRole('button', { name: 'Edit or delete' });
  await userEvent.click(menus[n] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));
}

describe('to a customer', () => {
  const server = fakeServer();
  beforeEach(() => storeSession('owner'));

  test('a customer writes a message, corrects it, replies to it and deletes it (BY-061)', async () => {
    showApp(order);
    const shown = await conversation();
    expect(await shown.findByText(/Nothing has been written yet/)).toBeVisible();
    expect(shown.queryByRole('radio', { name: 'Internal' })).not.toBeInTheDocument();
    await userEvent.click(shown.getByRole('button', { name: 'Write to the design team' }));
    await userEvent.keyboard('a darker blue');
    await send();
    expect(await shown.findByText('a darker blue')).toBeVisible();
    expect(sentTo(server()).at(-1)).toEqual([
      'POST',
      '',
      JSON.stringify({ message: says('a darker blue'), public: true }),
    ]);

    await userEvent.click(shown.getByRole('button', { name: 'Reply' }));
    await userEvent.keyboard('like the sea');
    await send();
    expect(await shown.findByText('like the sea')).toBeVisible();

    await choose(0, 'Edit');
    await userEvent.keyboard(', please');
    await send();
    expect(await shown.findByText('a darker blue, please')).toBeVisible();
    await choose(1, 'Edit');
    await userEvent.keyboard('!');
    await send();
    expect(await shown.findByText('like the sea!')).toBeVisible();

    await choose(1, 'Delete the comment');
    await waitFor(() => expect(shown.queryByText('like the sea!')).not.toBeInTheDocument());
    await choose(0, 'Delete the message');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete message' }));
    expect(dialog.getByText(/Its replies are deleted too/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await shown.findByText(/Nothing has been written yet/)).toBeVisible();
    expect(sentTo(server()).map(([method]) => method)).toEqual(['POST', 'POST', 'PUT', 'PUT', 'DELETE', 'DELETE']);
  });
});

describe('to the provider', () => {
  const server = fakeServer('manager');
  beforeEach(() => storeSession('manager'));

  test('what a manager writes internally is sent as internal (BY-061)', async () => {
    showApp(order);
    const shown = await conversation();
    await userEvent.click(await shown.findByRole('radio', { name: 'Internal' }));
    expect(shown.getByText(/The customer does not see this tab/)).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Write to your team' }));
    await userEvent.keyboard('mind the budget');
    await send();
    expect(await shown.findByText('mind the budget')).toBeVisible();
    expect(sentTo(server())).toEqual([
      ['POST', '', JSON.stringify({ message: says('mind the budget'), public: false })],
    ]);
    await userEvent.click(shown.getByRole('radio', { name: 'Public' }));
    expect(shown.queryByText('mind the budget')).not.toBeInTheDocument();
  });

  test('the newest ten messages show, and a link opens an earlier one on its tab (BY-061)', async () => {
    const { conversation: talk } = server();
    const sender = people.olivia;
    for (let n = 0; n < 12; n++) talk.said.public.push(talk.message(says(`message ${n}`), { sender }));
    const { router } = showApp(order);
    const shown = await conversation();
    expect(await shown.findByText('message 11')).toBeVisible();
    expect(shown.queryByText('message 1')).not.toBeInTheDocument();
    expect(shown.getByRole('button', { name: 'Show 2 earlier' })).toBeVisible();

    talk.said.internal.push(talk.message(says('a secret'), { sender }));
    await router.navigate('/');
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    await router.navigate(`${order}?commentId=${talk.said.internal[0]?.id}&public=false`);
    expect(await (await conversation()).findByText('a secret')).toBeVisible();
    await waitFor(() => expect(scrolled).toHaveBeenCalledOnce(), { timeout: 4000 });
  });
});
