import { describe, expect, test } from 'vitest';
import { makeProfile, makeReseller } from '../../../tests/fake/data';
import { withPlan } from '../../../tests/fake/membership';
import type { Profile } from '@/api/generated';
import type { View } from '@/api/session/session';
import { isAt, placesOf } from './places';

/** Returns the labels of a user's places, by group. */
const labels = (me: Profile, view: View = 'customer') =>
  Object.fromEntries(placesOf(me, view).map(({ name, places }) => [name, places.map(({ label }) => label)]));

const orders = ['My work', 'Board', 'Orders', 'Archived orders']; // the first is BY-058
/** Those of somebody with an account of their own. */
const ownOrders = [...orders, 'My Images'];

/** The fake's admin, with the abilities of a real one. */
function makeAdmin(): Profile {
  const admin = makeProfile('admin');
  return { ...admin, abilities: { ...admin.abilities, audit: ['read'], operations: ['read'] } };
}

describe('the places of a user', () => {
  test('an admin has nineteen in the sidebar, in five groups', () => {
    expect(labels(makeAdmin())).toEqual({
      Orders: orders,
      People: ['People', 'Clients', 'Customers', 'Pay as you Go Customer Info', 'Import'],
      Service: ['Catalogue', 'Branding', 'Business hours', 'Announcements'],
      Selling: ['Plans', 'Invoices'],
      Oversight: ['Reporting', 'Operator Reporting', 'Audit', 'Operations'], // SH-183
      Account: ['Manage Profile', 'Webhooks', 'General Settings'],
    });
  });

  test.each([
    ['manager', ['Manage Profile', 'General Settings']],
    ['operator', ['Manage Profile', 'General Settings']],
    [
      'owner',
      [
        'Manage Profile',
        'Manage Team Member',
        'Order Reporting',
        'Workflow and Roles',
        'Webhooks',
        'Import',
        'General Settings',
      ],
    ],
    ['staff', ['Manage Profile', 'Order Reporting', 'General Settings']],
  ] as const)('%s has the orders and their account', (role, own) => {
    const ofAccount = role === 'owner' || role === 'staff';
    expect(labels(makeProfile(role))).toEqual({
      Orders: ofAccount ? ownOrders : orders, // SH-185
      ...(!ofAccount && { People: ['Pay as you Go Customer Info'] }), // SH-184
      ...(role === 'manager' && { Oversight: ['Reporting', 'Operator Reporting'] }),
      ...(role === 'operator' && { Oversight: ['Operator Reporting'] }),
      Account: own,
    });
  });

  test('an ability without reading gives no place', () => {
    const me = { ...makeAdmin(), abilities: { 'manage-clients': ['update'], audit: ['read'] } };
    expect(labels(me)).toEqual({ Orders: orders, Oversight: ['Audit'], Account: ['Webhooks', 'General Settings'] });
  });

  test('the owner of a reseller has their business in the client view and the orders in the other (D-49)', () => {
    const me = makeReseller();
    expect(labels(me, 'client')['Business']).toEqual(['Customers', 'Team', 'Plans', 'Invoices', 'Branding', 'Import']);
    expect(labels(me, 'client')['Orders']).toBeUndefined();
    expect(labels(me, 'customer')).toMatchObject({ Orders: ownOrders });
    expect(labels({ ...me, viewOnly: true }, 'client')['Business']).toEqual(['Customers', 'Team']);
    expect(labels({ ...me, role: 'staff', abilities: {} }, 'client')['Business']).toEqual(['Customers']);
  });

  test("a reseller's customer has the team and the company in the client view (D-49)", () => {
    const me = { ...makeReseller(), isClientType: false };
    expect(labels(me, 'client')['Business']).toEqual(['Team', 'Company profile', 'Invoices']);
    // Teams are managed in the customer view only (SH-188).
    expect(labels(me, 'client')['Account']).toEqual([
      'Manage Profile',
      'Manage Payment/Invoices',
      'Payment Methods',
      'Order Reporting',
      'Webhooks',
      'General Settings',
    ]);
  });

  test('payments and invoices are in the user menu of subscribers, and in the client view (SH-187)', () => {
    const has = (me: Profile, view?: View) => labels(me, view)['Account']?.includes('Manage Payment/Invoices');
    const owner = makeProfile('owner');
    expect(has(owner)).toBe(false); // SH-187
    expect(has({ ...owner, isSubscriber: true })).toBe(true); // SH-187
    expect(has(owner, 'client')).toBe(true); // SH-187
    expect(has({ ...makeProfile('staff'), isSubscriber: true })).toBe(false);
    expect(has(makeReseller(), 'client')).toBe(true); // SH-187
    expect(has({ ...makeReseller(), viewOnly: true }, 'client')).toBe(false);
  });

  test('payment methods are beside payments, for those whose account pays', () => {
    const has = (me: Profile, view?: View) => labels(me, view)['Account']?.includes('Payment Methods');
    const owner = makeProfile('owner');
    expect(has(owner)).toBe(false);
    expect(has({ ...owner, isSubscriber: true })).toBe(true); // BD-104
    expect(has(owner, 'client')).toBe(true); // BD-104
    expect(has({ ...makeProfile('staff'), isSubscriber: true })).toBe(false);
    expect(has(makeReseller(), 'client')).toBe(false);
  });

  test('the membership is in the menu of those who pay for a plan, and in the client view', () => {
    const entry = 'Membership & Additional Resources';
    const owner = makeProfile('owner');
    expect(labels(withPlan(owner))['Account']).toContain(entry); // SH-186
    expect(labels(withPlan(owner, { type: 'free' }))['Account']).not.toContain(entry); // SH-186
    expect(labels({ ...withPlan(owner), isSubscriber: false })['Account']).not.toContain(entry); // SH-186
    expect(labels(withPlan(owner, { type: 'free' }), 'client')['Account']).toContain(entry); // SH-186
    expect(labels(withPlan(makeProfile('staff')), 'client')['Account']).not.toContain(entry);
    const customer = withPlan({ ...makeReseller(), isClientType: false });
    expect(labels(customer, 'client')['Business']).toEqual([
      'Team',
      'Membership',
      'Extra Resources',
      'Company profile',
      'Invoices',
    ]);
    expect(labels(withPlan(makeReseller()), 'client')['Business']).not.toContain('Membership');
  });

  test('workflows are in the menu of those who may visit their editor, but for resellers', () => {
    const has = (me: Profile) => labels(me)['Account']?.includes('Workflow and Roles');
    const owner = makeProfile('owner');
    expect(has(owner)).toBe(true); // SH-189
    expect(has({ ...owner, abilities: { ...owner.abilities, 'page-workflow-editor': ['read'] } })).toBe(false); // SH-189
    expect(has(makeProfile('staff'))).toBe(false); // SH-189
    expect(has(makeReseller())).toBe(false);
  });

  test('webhooks are in the menu of owners and admins, but not while they act as somebody (BY-040)', () => {
    const has = (me: Profile, view?: View) => labels(me, view)['Account']?.includes('Webhooks');
    const owner = makeProfile('owner');
    expect(has(owner)).toBe(true);
    expect(has({ ...owner, impersonation: { by: 'Anna', until: '2036-01-01T00:00:00Z' } })).toBe(false);
    expect(has(makeReseller(), 'client')).toBe(true);
    expect(has(makeAdmin())).toBe(true);
    for (const role of ['staff', 'operator', 'manager'] as const) expect(has(makeProfile(role))).toBe(false);
  });

  test('Pay as you Go is in the menu of owners who pay so, or whose plan is free', () => {
    const has = (me: Profile, view?: View) => labels(me, view)['Account']?.includes('Pay as you Go');
    const owner = makeProfile('owner');
    expect(has(owner)).toBe(false);
    expect(has(withPlan(owner))).toBe(false);
    expect(has(withPlan(owner, { type: 'free' }))).toBe(true);
    expect(has(withPlan(owner, { type: 'free', state: 'none' }))).toBe(false);
    expect(has({ ...withPlan(owner), isPayg: true })).toBe(true);
    expect(has({ ...makeProfile('staff'), isPayg: true })).toBe(false);
    expect(has({ ...makeReseller(), isPayg: true }, 'client')).toBe(false);
  });

  test('a place is open on its own address, and one with pages below it on theirs', () => {
    const all = placesOf(makeAdmin(), 'customer').flatMap(({ places }) => places);
    const at = (pathname: string) => all.filter((place) => isAt(place, pathname)).map(({ label }) => label);
    expect(at('/')).toEqual(['Board']);
    expect(at('/clients')).toEqual(['Clients']);
    expect(at('/clients/brightside/branding')).toEqual(['Clients']);
    expect(at('/people/1')).toEqual([]);
    expect(at('/auditors')).toEqual([]);
  });
});
