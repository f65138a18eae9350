import { describe, expect, test } from 'vitest';
import { makeProfile, makeReseller } from '../../../tests/fake/data';
import { createAppStore } from '@/app/store/store';
import {
  adminClient,
  cartChanged,
  customerClient,
  noSession,
  readsClientView,
  readSession,
  sessionReducer,
  signedIn,
  signedOut,
  viewChosen,
  viewOf,
  writeSession,
} from './session';

test('SH-013: every client but the admin client and the customer client is a reseller', () => {
  expect([adminClient, customerClient]).toEqual(['admin', 'customer']);
  const reads = (clientId: string | null) => readsClientView({ clientId, view: 'client' });
  expect([reads('admin'), reads('customer'), reads(null), reads('brightside')]).toEqual([false, false, false, true]);
});

describe('the view', () => {
  const reseller = makeReseller();
  const customerOfReseller = { ...reseller, isClientType: false };

  test("SH-164: is the client view for a reseller's own people, and the customer view for others", () => {
    expect(viewOf(reseller, { view: null })).toBe('client');
    expect(viewOf(customerOfReseller, { view: null })).toBe('customer');
    expect(viewOf(makeProfile('owner'), { view: null })).toBe('customer');
  });

  test('SH-166: is the stored one when there is one', () => {
    const chosen = sessionReducer({ ...noSession, clientId: 'brightside' }, viewChosen('customer'));
    writeSession(window.localStorage, chosen, noSession);
    expect(viewOf(reseller, readSession(window.localStorage))).toBe('customer');
    expect(viewOf(customerOfReseller, { view: 'client' })).toBe('client');
  });

  test('SH-165: does not exist for people who are not white-label', () => {
    expect(viewOf(makeProfile('owner'), { view: 'client' })).toBe('customer');
    expect(viewOf(makeProfile('admin'), { view: 'client' })).toBe('customer');
  });

  test('is not that of another client whose people signed in before', () => {
    const before = { ...noSession, clientId: 'brightside', view: 'client' as const, theme: { brand: '#0f766e' } };
    const answer = { token: 't', expirationDate: '', userId: 'u', role: 'owner' };
    expect(sessionReducer(before, signedIn({ ...answer, clientId: 'customer' }))).toMatchObject({
      view: null,
      theme: null,
    });
    expect(sessionReducer(before, signedIn({ ...answer, clientId: 'brightside' })).view).toBe('client');
  });
});

describe('the cart', () => {
  const cart = [{ id: 'a', qty: 2, type: 'once' as const }];
  const answer = { token: 't', expirationDate: '', role: 'owner', clientId: 'customer' };

  test('is stored, and stays with the user who signs in again (SH-221)', () => {
    const filled = sessionReducer({ ...noSession, userId: 'u' }, cartChanged(cart));
    writeSession(window.localStorage, filled, noSession);
    expect(readSession(window.localStorage).cart).toEqual(cart); // SH-221
    expect(sessionReducer(filled, signedIn({ ...answer, userId: 'u' })).cart).toEqual(cart);
  });

  test('is not that of another user, and ends with the session', () => {
    const filled = { ...noSession, userId: 'u', cart };
    expect(sessionReducer(filled, signedIn({ ...answer, userId: 'other' })).cart).toEqual([]);
    expect(sessionReducer(filled, signedOut()).cart).toEqual([]);
  });

  test('is empty when something else is stored in its place', () => {
    window.localStorage.setItem('cart', 'null');
    expect(readSession(window.localStorage).cart).toEqual([]);
  });

  test('follows that of another window', () => {
    window.localStorage.clear();
    const store = createAppStore(window.localStorage, { ...noSession, token: 't', userId: 'u' });
    window.localStorage.setItem('cart', JSON.stringify(cart));
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(store.getState().session.cart).toEqual(cart);
  });
});
