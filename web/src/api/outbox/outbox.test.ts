import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer, storeSession } from '../../../tests/render';
import { refused } from '../../../tests/fake/server';
import { createAppStore } from '@/app/store/store';
import { people } from '../../../tests/fake/data';
import { sendAllTheSame, sendOrQueue, sendWaiting, withdraw } from './outbox';
import { type Change, selectConflict, selectWaiting, type WaitingComment } from './outboxState';
import { outboxStorage } from './outboxStorage';
import { loadOutbox, queueChange } from './queue';
import { selectSession, sessionReplaced, signedOut } from '../session/session';

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

describe('changes of what somebody else changed meanwhile (BY-036, D-288)', () => {
  const seen = (n: number): Change => {
    const one = change(n);
    const version = server().orders.find(({ id }) => id === one.move?.cardId)?.version;
    return { ...one, expectedVersion: version };
  };
  const olivia = people.olivia;
  let ids: string[] = [];
  beforeEach(() => {
    ids = [0, 1, 2].map((n) => change(n).move?.cardId ?? '');
  });
  const id = (n: number) => ids[n] ?? '';
  const status = (n: number) => server().orders.find((o) => o.id === id(n))?.status;
  const expected = () => moves().map(({ body }) => (JSON.parse(body) as { expectedVersion?: number }).expectedVersion);

  test('are kept with what happened, over a reload, while those of other orders are sent', async () => {
    const [first, second] = [seen(0), seen(1)];
    store.dispatch(queueChange(first));
    store.dispatch(queueChange(second));
    server().meanwhile(id(0), olivia, 'moved the order to In Progress', 'in-progress');
    expect(await store.dispatch(sendWaiting())).toEqual([]);
    expect([status(0), status(1)]).toEqual(['in-progress', 'approved']);
    expect(waiting()).toEqual([first.key]);
    const again = createAppStore();
    again.dispatch(loadOutbox(me));
    expect(selectConflict(again.getState())?.conflict).toMatchObject({ by: olivia, status: 'in-progress' });
    await again.dispatch(sendWaiting());
    expect(moves()).toHaveLength(2); // Nothing is sent again without an answer.
  });

  test('are sent all the same with a new key and the newer version, or are left', async () => {
    for (const n of [0, 1]) {
      store.dispatch(queueChange(seen(n)));
      server().meanwhile(id(n), olivia, 'resumed the order', 'in-review');
      server().meanwhile(id(n), olivia, 'moved the order to In Review', 'in-review');
    }
    await store.dispatch(sendWaiting());
    const [one, other] = selectWaiting(store.getState());
    if (!one || !other) throw new Error('not kept');
    store.dispatch(sendAllTheSame(one));
    store.dispatch(withdraw(other.key));
    await store.dispatch(sendWaiting());
    expect([status(0), status(1)]).toEqual(['approved', 'in-review']);
    expect(expected().at(-1)).toBe((one.expectedVersion ?? 0) + 2);
    const keys = moves().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(outboxStorage.load(me)).toEqual([]);
  });

  test('are sent without a question if only details were changed', async () => {
    store.dispatch(queueChange(seen(0)));
    server().meanwhile(id(0), olivia, "changed the order's brief");
    expect(await store.dispatch(sendWaiting())).toEqual([]);
    expect(status(0)).toBe('approved');
    expect(waiting()).toEqual([]);
  });

  test('are done if somebody else made the same change', async () => {
    store.dispatch(queueChange(seen(0)));
    server().meanwhile(id(0), olivia, 'moved the order to Approved', 'approved');
    const [told] = await store.dispatch(sendWaiting());
    expect(told).toMatchObject({ already: true, error: { meanwhile: { by: olivia, status: 'approved' } } });
    expect(waiting()).toEqual([]);
  });

  test('hold back the later changes of the same order, and no comments', async () => {
    const first = seen(0);
    const act: Change = {
      ...change(1),
      move: undefined,
      url: `/order/${id(0)}/action`,
      body: { action: 'freeze' },
      act: { orderId: id(0), label: 'Freeze Order' },
      expectedVersion: first.expectedVersion,
    };
    for (const one of [first, act]) store.dispatch(queueChange(one));
    server().meanwhile(id(0), olivia, 'moved the order to In Progress', 'in-progress');
    await store.dispatch(sendWaiting());
    expect(waiting()).toEqual([first.key, act.key]);
    const words: WaitingComment = {
      orderId: id(0),
      attachmentId: '',
      versionId: '',
      tab: 'public',
      message: '',
      annotation: '',
      draftKey: '',
      at: '',
      sender: olivia,
    };
    const comment: Change = {
      ...first,
      key: 'said',
      move: undefined,
      comment: words,
      url: `/order/${id(0)}`,
      body: {},
    };
    expect(await store.dispatch(sendOrQueue(comment))).toMatchObject({ waits: false });
    expect(await store.dispatch(sendOrQueue({ ...first, key: 'later' }))).toEqual({ waits: true });
  });

  test('of the same user follow each other without a question', async () => {
    const first = seen(0);
    const hold: Change = {
      ...first,
      key: change(1).key,
      move: undefined,
      url: `/order/${id(0)}/action`,
      body: { action: 'on-hold', reason: 'Paper' },
      act: { orderId: id(0), label: 'Hold Order', status: 'on-hold' },
    };
    for (const one of [first, hold]) store.dispatch(queueChange(one));
    expect(await store.dispatch(sendWaiting())).toEqual([]);
    expect(status(0)).toBe('on-hold');
    expect(waiting()).toEqual([]);
  });

  test('that were sent at once expect no version', async () => {
    await store.dispatch(sendOrQueue(seen(0)));
    expect(expected()).toEqual([undefined]);
  });
});
