import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Topic, useVersionQuery } from '@/api';
import '@/api/proof/proofTags';
import { ana, says, tom, topic, uuid } from '../testing/fixtures';
import { done, found, makeServer, refused, renderIn } from '../testing/harness';
import { drafts } from '@/shared/threads/message/drafts';
import { Thread } from '@/shared/threads/Thread';
import { useTopicActions } from './useTopicActions';

const { server, answer, reset, writes, sent } = makeServer();
beforeAll(() => server.listen());
afterEach(() => {
  window.sessionStorage.clear();
  reset();
});
afterAll(() => server.close());

const key = { orderId: uuid(1), attachmentId: uuid(10), versionId: uuid(11) };
const base = `/order/${key.orderId}/attachment/${key.attachmentId}/version/${key.versionId}`;
const people = { list: [], name: () => undefined };
const mine = { edit: true, delete: true };

/** Shows the thread as the screen does: from the version detail. */
function Shown({ readOnly }: { readOnly: boolean }) {
  const { data } = useVersionQuery(key);
  const actions = useTopicActions(key, 'public');
  return data?.data.public.map((one) => (
    <Thread
      key={one.id}
      topic={one}
      people={people}
      actions={actions}
      readOnly={readOnly}
      now={new Date('2026-11-18T12:00:00Z')}
      open
    />
  ));
}

async function show(one: Topic, readOnly = false) {
  answer(`GET ${base}`, () => found({ public: [one], internal: [] }));
  renderIn(<Shown readOnly={readOnly} />);
  await screen.findAllByRole('article');
}
const reads = () => sent.filter((s) => s.method === 'GET' && s.path === base).length;
const comment = (n: number, sender = tom, can = { edit: false, delete: false }) => ({
  id: uuid(n),
  message: says(`comment ${n}`),
  sender,
  user: sender,
  dateCreated: '2026-11-18T11:30:00Z',
  isTopic: false,
  can,
});
const button = (name: string | RegExp) => screen.getByRole('button', { name });
// Without layout the menu counts as hidden.
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name, hidden: true });
const choose = async (name: string | RegExp) => userEvent.click(await item(name));

describe('a thread', () => {
  test('shows authors, texts and times, with the topic first (BD-179, BD-180)', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-18T12:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await show(topic(50, { comments: [comment(51, ana)] }));
    const [first, second] = screen.getAllByRole('article');
    expect(first).toHaveTextContent(/Tom Becker.*1 hour ago.*topic 50/);
    expect(second).toHaveTextContent(/Ana Ruiz.*30 minutes ago.*comment 51/);
  });

  test('only the author has the menu with Edit and Delete (BD-186)', async () => {
    await show(topic(50, { comments: [comment(51, ana, mine)] }));
    const [others, own] = screen.getAllByRole('article');
    if (!others || !own) throw new Error('two comments expected');
    expect(within(others).queryByRole('button', { name: 'Edit or delete' })).toBeNull();
    await userEvent.click(within(own).getByRole('button', { name: 'Edit or delete' }));
    expect(await item('Edit')).toBeInTheDocument();
  });

  test('Resolve sends true and shows at once; Reopen sends false (BD-191, BD-192, BD-193, BD-202)', async () => {
    let isResolve = false;
    answer('PUT /resolve', (_, body) => {
      isResolve = (body as { data: boolean }).data;
      return done();
    });
    await show(topic(50));
    answer(`GET ${base}`, () => found({ public: [topic(50, { isResolve })], internal: [] }));
    await userEvent.click(button('Resolve'));
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
    expect(await screen.findByRole('button', { name: 'Resolve' })).toBeInTheDocument();
    const path = `${base}/annotation/${uuid(50)}/resolve`;
    await waitFor(() =>
      expect(writes()).toEqual([
        { method: 'PUT', path, body: { data: true, mentions: '[]' } },
        { method: 'PUT', path, body: { data: false, mentions: '[]' } },
      ]),
    );
  });

  test('a refused write is rolled back and reloads the version detail (BD-161)', async () => {
    answer('PUT /resolve', () => refused('Not now.'));
    await show(topic(50));
    const before = reads();
    await userEvent.click(button('Resolve'));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Resolve' })).toBeInTheDocument();
    await waitFor(() => expect(reads()).toBe(before + 1));
  });

  test('deleting a topic asks with the text of D-21 and deletes on yes (BD-190, BD-197, D-21)', async () => {
    answer('DELETE /annotation', () => done());
    await show(topic(50, { sender: ana, can: { ...mine, resolve: true, reply: true } }));
    await userEvent.click(button('Edit or delete'));
    await choose(/Delete/);
    const words = 'Delete this topic? Its comments and annotation are deleted too. This cannot be undone.';
    expect(await screen.findByText(words)).toBeInTheDocument();
    answer(`GET ${base}`, () => found({ public: [], internal: [] }));
    await userEvent.click(button('Delete'));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(writes().map(({ method, path }) => [method, path])).toEqual([['DELETE', `${base}/annotation/${uuid(50)}`]]);
  });

  test('cancelling the question deletes nothing (BD-190)', async () => {
    await show(topic(50, { sender: ana, can: { ...mine, resolve: true, reply: true } }));
    await userEvent.click(button('Edit or delete'));
    await choose(/Delete/);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(writes()).toEqual([]);
  });

  test('a comment is deleted by its own call (BD-198)', async () => {
    answer('DELETE /comment', () => done());
    await show(topic(50, { comments: [comment(51, ana, mine)] }));
    await userEvent.click(button('Edit or delete'));
    await choose(/Delete/);
    await waitFor(() => expect(writes().map((w) => w.path)).toEqual([`${base}/comment/${uuid(51)}`]));
  });

  test('read-only: no reply, no menu, no resolve (BD-237)', async () => {
    await show(topic(50, { sender: ana, can: { ...mine, resolve: true, reply: true } }), true);
    expect(screen.queryByRole('button', { name: /Edit|Reply|Resolve/ })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('writing', () => {
  test('an empty comment cannot be sent, not even with Ctrl+Enter (BD-184, BD-185)', async () => {
    await show(topic(50));
    await userEvent.click(await screen.findByRole('textbox', { name: 'Reply' }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(button('Reply')).toBeDisabled();
    expect(writes()).toEqual([]);
  });

  test('Ctrl+Enter sends a reply that has text, such as a restored draft (BD-184, BD-185, BD-199)', async () => {
    answer('POST /comment', () => done());
    drafts.write(`reply:${uuid(50)}`, { message: says('Looks right') });
    await show(topic(50));
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    expect(box).toHaveTextContent('Looks right');
    expect(button('Reply')).toBeEnabled();
    await userEvent.click(box);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(writes()).toHaveLength(1));
    const [{ path, body } = { path: '', body: {} }] = writes();
    expect(path).toBe(`${base}/annotation/${uuid(50)}/comment`);
    expect(body).toMatchObject({ mentions: '[]' });
    expect(JSON.stringify(body)).toContain('Looks right');
    await waitFor(() => expect(drafts.read(`reply:${uuid(50)}`)).toBeNull());
  });

  test('editing a comment starts with its text and sends the new text (BD-200)', async () => {
    answer('PUT /message', () => done());
    await show(topic(50, { comments: [comment(51, ana, mine)] }));
    await userEvent.click(button('Edit or delete'));
    await choose('Edit');
    const box = await screen.findByRole('textbox', { name: 'Edit the comment' });
    expect(box).toHaveTextContent('comment 51');
    await userEvent.click(box);
    await userEvent.keyboard(' and more');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.path).toBe(`${base}/comment/${uuid(51)}/message`);
    expect(JSON.stringify(writes()[0]?.body)).toContain('more');
  });

  test('editing a topic uses its own message call (BD-201)', async () => {
    answer('PUT /message', () => done());
    await show(topic(50, { sender: ana, can: { ...mine, resolve: true, reply: true } }));
    await userEvent.click(button('Edit or delete'));
    await choose('Edit');
    await userEvent.click(await screen.findByRole('textbox', { name: 'Edit the comment' }));
    await userEvent.keyboard(' again');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(writes()[0]?.path).toBe(`${base}/annotation/${uuid(50)}/message`));
  });
});
