import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, storeSession } from '../../../tests/render';
import { refused } from '../../../tests/fake/server';
import { createAppStore } from '@/app/store/store';
import { csrfScope, CsrfTokens } from './csrf';
import { apiError, genericError } from './envelope';
import { generatedApi } from '../generated';
import { generatedAccountApi } from '../generated/account';
import { isSignedIn, noSession, readSession, sessionSuffix, writeSession } from '../session/session';

describe('errors', () => {
  test('an error without detail shows the generic text (SH-003, BD-435)', () => {
    expect(apiError({ status: 'FETCH_ERROR', error: 'x' })).toMatchObject({
      title: 'Ooops!',
      message: 'Error encountered while processing. Please try again later or contact the product admin.',
    });
    expect(apiError({ status: 502, data: '<html>' })).toMatchObject(genericError);
  });
  test("a custom error shows the server's message as the title, with its list of messages (SH-004, BD-436)", () => {
    const data = {
      success: false,
      message: 'Not possible',
      messages: ['Not possible', 'one', 'two'],
      error: { reason: 'x' },
    };
    expect(apiError({ status: 409, data })).toMatchObject({
      title: 'Not possible',
      messages: ['one', 'two'],
      reason: 'x',
    });
  });
  test('a refusal keeps its rule and the roles that are allowed (D-08)', () => {
    const refusal = { rule: '4.2', role: 'owner', allowed: ['in-review'], allowedRoles: ['manager'] };
    expect(apiError({ status: 409, data: { success: false, message: 'No', data: { refusal } } }).refusal).toEqual(
      refusal,
    );
  });
});

describe('an answer', () => {
  const server = fakeServer();

  test('that says itself that it is no success is an error with its message (BD-444)', async () => {
    storeSession('owner');
    server().intercept = ({ path }) =>
      path.endsWith('/services') ? { json: { success: false, message: 'The catalogue is closed.' } } : undefined;
    const { data, error } = await createAppStore().dispatch(generatedApi.endpoints.services.initiate({}));
    expect(data).toBeUndefined();
    expect(apiError(error)).toMatchObject({ title: 'The catalogue is closed.', message: '' });
  });
});

describe('the session', () => {
  const signedIn = { ...noSession, token: 't', expirationDate: '2026-01-01T00:00:00Z' };

  test('is signed out without a token or after its expiry (SH-014)', () => {
    const before = new Date('2025-12-31T00:00:00Z').getTime();
    const after = new Date('2026-01-02T00:00:00Z').getTime();
    expect([isSignedIn(signedIn, before), isSignedIn(signedIn, after), isSignedIn(noSession, before)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  test('is stored in local storage, one entry per value, with the theme as JSON (SH-010, SH-011)', () => {
    const session = {
      ...signedIn,
      role: 'owner',
      theme: { brand: '#123456' },
      cart: [{ id: 'a', qty: 2, type: 'once' as const }],
    };
    writeSession(window.localStorage, session, noSession);
    expect(window.localStorage.getItem('token')).toBe('t');
    expect(window.localStorage.getItem('role')).toBe('owner');
    expect(window.localStorage.getItem('theme')).toBe('{"brand":"#123456"}');
    expect(readSession(window.localStorage)).toEqual(session);
    writeSession(window.localStorage, noSession, session);
    expect(window.localStorage.length).toBe(0);
  });
  test('an invalid stored value counts as missing', () => {
    window.localStorage.setItem('theme', '{');
    expect(readSession(window.localStorage).theme).toBeNull();
  });
  test('gives customers the path suffix /c and other users /d (SH-006)', () => {
    const suffix = (clientId: string | null, role: string | null) => sessionSuffix({ clientId, role });
    expect([suffix('customer', 'owner'), suffix('admin', 'manager'), suffix(null, 'owner')]).toEqual(['/c', '/d', '']);
  });
});

describe('CSRF tokens', () => {
  test.each([
    ['/order/1/move-progress', 'card'],
    ['/order', 'card'],
    ['/order/1/attachment/2/version/3/annotation', 'card-annotation'],
    ['/order/1/attachment/2/settings', 'card'],
    ['/upload/attachment/1', 'upload'],
    ['/message/read', 'profile'],
  ])('a write to %s uses the scope %s (SH-009)', (path, scope) => {
    expect(csrfScope(path)).toBe(scope);
  });
  test('are fetched once per scope, and again shortly before they expire (SH-008, D-24)', async () => {
    let time = 0;
    const tokens = new CsrfTokens(() => time);
    const fetchToken = vi.fn<() => Promise<{ token: string; expiresAt: string }>>(async () => ({
      token: `t${time}`,
      expiresAt: new Date(time + 3_600_000).toISOString(),
    }));
    expect(await tokens.get('s', 'card', fetchToken)).toBe('t0');
    time = 3_000_000;
    expect(await tokens.get('s', 'card', fetchToken)).toBe('t0');
    time = 3_580_000;
    expect(await tokens.get('s', 'card', fetchToken)).toBe('t3580000');
    expect(await tokens.get('other session', 'card', fetchToken)).toBe('t3580000');
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });
});

describe('a write before the sign-in', () => {
  const server = fakeServer();

  test('asks for no CSRF token, which belongs to a session', async () => {
    const { checkLink } = generatedAccountApi.endpoints;
    await createAppStore().dispatch(checkLink.initiate({ linkCheck: { purpose: 'invitation', token: 't' } }));
    expect(server().requests.map(({ path }) => path)).toEqual(['/api/check-link']);
  });
});

describe('a write', () => {
  const server = fakeServer();
  beforeEach(() => storeSession('owner'));
  const { actOnOrder } = generatedApi.endpoints;
  const hold = () => ({
    orderId: server().orders[0]?.id ?? '',
    orderAction: { action: 'on-hold' as const, reason: 'r' },
  });
  const writes = () => server().requests.filter(({ method }) => method === 'PUT');

  test('is repeated with the same key when the server is busy (D-31)', async () => {
    let busy = 1;
    server().intercept = ({ method }) => (method === 'PUT' && busy-- > 0 ? refused(503, 'busy', 'Busy') : undefined);
    const { error } = await createAppStore().dispatch(actOnOrder.initiate(hold()));
    expect(error).toBeUndefined();
    const keys = writes().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
  test('carries a token that was fetched before for its scope; a read carries none (BD-136)', async () => {
    window.localStorage.setItem('token', 'a session that has no CSRF token yet');
    const store = createAppStore();
    await store.dispatch(actOnOrder.initiate(hold()));
    await store.dispatch(generatedApi.endpoints.orders.initiate({ view: 'list' }));
    const [token, write, read] = server().requests;
    expect([token?.path, write?.method]).toEqual(['/api/g/csrf/card', 'PUT']);
    expect(write?.headers.get('x-csrf-token')).toBe('csrf-token');
    expect(read?.headers.has('x-csrf-token')).toBe(false);
  });
  test('fetches a new CSRF token when the old one is refused (D-24)', async () => {
    let stale = 1;
    server().intercept = ({ method }) =>
      method === 'PUT' && stale-- > 0 ? refused(403, 'csrf.invalid', 'Stale') : undefined;
    const { error } = await createAppStore().dispatch(actOnOrder.initiate(hold()));
    expect(error).toBeUndefined();
    expect(server().requests.filter(({ path }) => path === '/api/g/csrf/card').length).toBeGreaterThanOrEqual(1);
    expect(writes()).toHaveLength(2);
  });
  test('makes the next read wait for its position (D-30)', async () => {
    const store = createAppStore();
    await store.dispatch(actOnOrder.initiate(hold()));
    await store.dispatch(generatedApi.endpoints.orders.initiate({ view: 'list' }));
    const read = server().requests.findLast(({ query }) => query.get('view') === 'list');
    expect(read?.headers.get('x-min-position')).toBe(String(server().position));
  });
});
