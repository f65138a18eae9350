import { describe, expect, test } from 'vitest';
import { makeProfile, makeReseller } from '../../tests/fake/data';
import {
  adminClient,
  customerClient,
  noSession,
  readsClientView,
  readSession,
  sessionReducer,
  signedIn,
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
