import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { useApiSelector, useVersionQuery } from '@/api';
import { selectWaiting } from '@/api/outbox/outboxState';
import '@/api/proof/proofTags';
import { says, topic, uuid } from '../testing/fixtures';
import { done, found, makeServer, renderIn } from '../testing/harness';
import { Thread } from '@/shared/threads/Thread';
import { useTopicActions } from './useTopicActions';
import { withWaiting } from '@/shared/threads/waiting';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  window.localStorage.clear();
  reset();
});
afterAll(() => server.close());

const key = { orderId: uuid(1), attachmentId: uuid(10), versionId: uuid(11) };
const base = `/order/${key.orderId}/attachment/${key.attachmentId}/version/${key.versionId}`;
const people = { list: [], name: () => undefined };

const now = new Date('2026-11-18T12:00:00Z');

/** Shows the threads as the screen does, with pending changes. */
function Shown() {
  const { data } = useVersionQuery(key);
  const waiting = useApiSelector(selectWaiting);
  const actions = useTopicActions(key, 'public');
  return (
    <>
      {withWaiting(data?.data.public ?? [], waiting, key.versionId, 'public').map((one) => (
        <Thread key={one.id} topic={one} people={people} actions={actions} readOnly={false} now={now} open />
      ))}
      <button type="button" onClick={() => void actions.reply(uuid(50), { message: says('kept words'), mentions: [] })}>
        reply
      </button>
      <button
        type="button"
        onClick={() => void actions.open({ message: says('a new one'), mentions: [] }, '', undefined)}
      >
        open
      </button>
    </>
  );
}

test('comments written offline are stored and shown as not sent yet (BY-036)', async () => {
  answer(`GET ${base}`, () => found({ public: [topic(50)], internal: [] }));
  renderIn(<Shown />);
  await screen.findAllByRole('article');
  server.use(http.post('*/api/*', () => HttpResponse.error()));
  await userEvent.click(screen.getByRole('button', { name: 'reply' }));
  await waitFor(() => expect(screen.getAllByText('Not sent yet')).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  await waitFor(() => expect(screen.getAllByText('Not sent yet')).toHaveLength(2));
  const [, reply, opened] = screen.getAllByRole('article');
  expect(reply).toHaveTextContent('kept words');
  expect(opened).toHaveTextContent('a new one');
  const kept = Object.keys(window.localStorage).filter((name) => name.startsWith('outbox:'));
  expect(kept).toHaveLength(2);
  expect(writes()).toEqual([]);
});

test('a comment that the server accepts at once is not queued (BY-036)', async () => {
  answer(`GET ${base}`, () => found({ public: [topic(50)], internal: [] }));
  answer('POST /comment', () => done());
  renderIn(<Shown />);
  await screen.findAllByRole('article');
  await userEvent.click(screen.getByRole('button', { name: 'reply' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(screen.queryByText('Not sent yet')).not.toBeInTheDocument();
  expect(Object.keys(window.localStorage).filter((name) => name.startsWith('outbox:'))).toEqual([]);
});
