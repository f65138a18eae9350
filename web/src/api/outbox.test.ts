import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer, storeSession } from '../../tests/render';
import { refused } from '../../tests/fake/server';
import { createAppStore } from '@/app/store';
import { sendOrQueue, sendWaiting, withdraw } from './outbox';
import { type Change, selectWaiting } from './outboxState';
import { outboxStorage } from './outboxStorage';
import { loadOutbox, queueChange } from './queue';
import { selectSession, sessionReplaced, signedOut } from './session';

const server = fakeServer('manager');
let store = createAppStore();
let me = '';

beforeEach(() => {
  window.localStorage.clear();
  storeSession('manager');
  store = createAppStore();
  me = selectSession(store.getState()).userId ?? '';
});

/** Returns the move of a card that is in review. */
function change(n: number, userId = me): Change {
  const order = server().orders.filter(({ status }) => status === 'in-review')[n];
  const id = order?.id ?? '';
  return {
    key: `00000000-0000-4000-8000-00000000000${n}`,
    userId,
    what: `#${n}: move to Approved`,
    url: `/order/${id}/move-progress`,
    method: 'PUT',
    body: { moveto: 'approved', via: 'board' },
    move: { cardId: id, status: 'approved' },
  };
}
const waiting = () => selectWaiting(store.getState()).map(({ key }) => key);
const moves = () => server().requests.filter(({ path }) => path.endsWith('move-progress'));
/** The server runs but cannot answer, as behind a proxy or during a restart. */
const busy = () => refused(503, 'busy', 'Busy');

describe('changes queued without a connection (BY-036)', () => {
  test('are sent in the order they were made, each with its own key, and leave the queue', async () => {
    for (const n of [0, 1, 2]) store.dispatch(queueChange(change(n)));
    expect(await store.dispatch(sendWaiting())).toEqual([]);
    expect(moves().map(({ headers }) => headers.get('idempotency-key'))).toEqual([0, 1, 2].map((n) => change(n).key));
    expect(waiting()).toEqual([]);
    expect(outboxStorage.load(me)).toEqual([]);
  });

  test('stop at the first one that the server cannot answer, and new changes are queued after it', async () => {
    for (const n of [0, 1]) store.dispatch(queueChange(change(n)));
    server().intercept = ({ path }) => (path.endsWith('move-progress') ? busy() : undefined);
    await store.dispatch(sendWaiting());
    expect(await store.dispatch(sendOrQueue(change(2)))).toEqual({ waits: true });
    expect(waiting()).toEqual([0, 1, 2].map((n) => change(n).key));
    expect(new Set(moves().map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set([change(0).key]));
  });

  test('that the server refuses are returned with its message, and the others are sent', async () => {
    for (const n of [0, 1]) store.dispatch(queueChange(change(n)));
    const { cardId } = change(0).move ?? { cardId: '' };
    server().intercept = ({ path }) =>
      path.includes(cardId) ? refused(409, 'order.frozen', 'It is frozen.') : undefined;
    const told = await store.dispatch(sendWaiting());
    expect(told.map(({ change: { key }, error }) => [key, error.title])).toEqual([[change(0).key, 'It is frozen.']]);
    expect(waiting()).toEqual([]);
    expect(moves()).toHaveLength(2);
  });

  test('survive a reload', () => {
    for (const n of [0, 1]) store.dispatch(queueChange(change(n)));
    store = createAppStore();
    expect(waiting()).toEqual([]);
    store.dispatch(loadOutbox(me));
    expect(selectWaiting(store.getState())).toEqual([change(0), change(1)]);
  });

  test('are never sent for another user, and are deleted when another user signs in', async () => {
    store.dispatch(queueChange(change(0)));
    const session = selectSession(store.getState());
    store.dispatch(sessionReplaced({ ...session, userId: 'somebody-else', token: 'theirs' }));
    await store.dispatch(sendWaiting());
    expect(moves()).toEqual([]);
    expect(outboxStorage.load(me)).toEqual([]);
  });

  test('have the token of the session in which they are sent, even if another user signs in meanwhile', async () => {
    store.dispatch(queueChange(change(0)));
    const session = selectSession(store.getState());
    server().intercept = ({ path }) => {
      // Another window signs in as another user while the CSRF token is being fetched.
      if (path.includes('/g/csrf')) store.dispatch(sessionReplaced({ ...session, userId: 'b', token: 'theirs' }));
      return undefined;
    };
    store.dispatch(sessionReplaced({ ...session, token: 'a token without a CSRF token yet' }));
    await store.dispatch(sendWaiting());
    expect(moves().map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer a token without a CSRF token yet',
    ]);
  });

  test('disappear from the screen at sign-out, and can be withdrawn one by one', () => {
    for (const n of [0, 1]) store.dispatch(queueChange(change(n)));
    store.dispatch(withdraw(change(0).key));
    expect(waiting()).toEqual([change(1).key]);
    expect(outboxStorage.load(me).map(({ key }) => key)).toEqual([change(1).key]);
    store.dispatch(signedOut());
    expect(waiting()).toEqual([]);
    outboxStorage.clear();
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('outbox'))).toEqual([]);
  });

  test('that another window has sent are not sent again', async () => {
    store.dispatch(queueChange(change(0)));
    outboxStorage.remove(change(0).key);
    await store.dispatch(sendWaiting());
    expect(moves()).toEqual([]);
    expect(waiting()).toEqual([]);
  });
});
