import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProfile, makeReseller } from '../../../tests/fake/data';
import type { Profile } from '@/api/generated';
import { tourKeys } from '@/api/shell';
import { definitions, tourFor } from './definitions';
import { offeredOn, toursOf, type Viewer } from './pages';

const src = resolve(import.meta.dirname, '../..');
const marked = new Set(
  globSync('**/*.tsx', { cwd: src, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
    Array.from(
      readFileSync(resolve(src, file), 'utf8').matchAll(/(?:data-tour=|'data-tour': |\btour=)["']([\w-]+)["']/g),
      ([, name]) => name,
    ),
  ),
);

const viewer = (me: Profile, view: Viewer['view'] = 'customer'): Viewer => ({ me, view });
const owner = makeProfile('owner');
const admin = makeProfile('admin');
const member: Profile = { ...owner, abilities: { ...owner.abilities, 'nav-manage-membership': ['read'] } };
const targets = (...of: Parameters<typeof tourFor>) => tourFor(...of).steps.map(({ target }) => target);

describe('the tours', () => {
  test('there is one for each key, and each key is there once', () => {
    expect(tourKeys).toHaveLength(12);
    expect(tourKeys.toSorted()).toEqual(Object.keys(definitions).toSorted());
  });

  test('every step points at an element of the app', () => {
    const pointedAt = Object.values(definitions).flatMap(({ steps, opens }) => [
      ...steps.map(({ target }) => target),
      ...(opens ? [opens.by, opens.closedBy] : []),
    ]);
    expect(pointedAt.filter((target) => !marked.has(target))).toEqual([]);
  });

  test('every mark in the app is for a step', () => {
    const used = new Set(
      Object.values(definitions).flatMap(({ steps, opens }) => [
        ...steps.map(({ target }) => target),
        opens?.by,
        opens?.closedBy,
      ]),
    );
    expect([...marked].filter((name) => !used.has(name))).toEqual([]);
  });

  test('titles and texts are short and have no markup', () => {
    for (const { steps } of Object.values(definitions)) {
      expect(new Set(steps.map(({ target }) => target)).size).toBe(steps.length);
      for (const { title, text } of steps) {
        expect(title + text).not.toMatch(/[<>&]/);
        expect(title.length).toBeLessThanOrEqual(30);
        expect(text.length).toBeLessThanOrEqual(140);
      }
    }
  });

  test('the first step of the profile says which fields must be filled in', () => {
    const [first] = definitions.manageProfile.steps;
    const text = 'Fields marked with a red asterisk (*) in Profile, Company and Contact must be filled in.';
    expect(first?.text).toBe(text); // BD-399
  });
});

describe('who gets which tour', () => {
  test('an owner whose account pays gets all of them', () => {
    expect(toursOf(viewer(member))).toEqual(tourKeys);
  });

  test('those of an admin leave out the creation of orders', () => {
    const may = { ...admin.abilities, 'create-order': ['read', 'create'] };
    const all = viewer({ ...admin, abilities: may });
    const keys = toursOf(all);
    expect(keys).toContain('dashboard');
    expect(keys).not.toContain('createNewOrder'); // BD-400
    expect(keys).not.toContain('selectService'); // BD-400
    expect(targets('dashboard', all)).not.toContain('create-order'); // BD-400
    expect(targets('dashboard', viewer(owner))).toContain('create-order');
    expect(tourFor('dashboard', all).steps.map(({ title }) => title)).toEqual([
      'The order board',
      'Find your way',
      'Orders by status',
      'Board or list',
      'Search',
      'What is new',
      'Your menu',
    ]); // BD-400
    expect(keys).toHaveLength(6);
    for (const key of keys) expect(definitions[key].title).not.toMatch(/order|service/i); // BD-400
  });

  test('the dashboard without membership navigation leaves out meters and membership', () => {
    const [full, short] = [targets('dashboard', viewer(member)), targets('dashboard', viewer(owner))];
    expect(full).toEqual(expect.arrayContaining(['meters', 'membership']));
    expect(short).toEqual(full.filter((target) => target !== 'meters' && target !== 'membership')); // BD-401
  });

  test('those of invoices and payments are for owners whose account pays', () => {
    const bills = (me: Profile) =>
      toursOf(viewer(me)).filter((key) => key.startsWith('manage') && key !== 'manageProfile');
    expect(bills(owner)).toEqual(['manageInvoice', 'managePayment']); // BD-386, BD-391
    expect(toursOf(viewer(owner))).toContain('addNewPaymentMethod'); // BD-392
    expect(toursOf(viewer(makeProfile('staff')))).not.toContain('addNewPaymentMethod');
    expect(toursOf(viewer(makeReseller()))).not.toContain('addNewPaymentMethod');
    expect(offeredOn(viewer({ ...owner, addNewPaymentMethodTourGuide: true }), '/billing/payment-methods')).toBe(
      'addNewPaymentMethod', // BD-392
    );
    expect(bills(makeProfile('staff'))).toEqual([]);
    expect(bills({ ...owner, abilities: { ...owner.abilities, 'nav-payment': [] } })).toEqual(['manageInvoice']);
    expect(bills(makeReseller())).toEqual([]);
  });

  test('a reseller sees the customers in the client view and the board in the other one', () => {
    expect(targets('dashboard', viewer(makeReseller(), 'client'))).toEqual(
      expect.arrayContaining(['customers', 'create-customer', 'view-switch']),
    );
    expect(targets('dashboard', viewer(makeReseller()))).toEqual(expect.arrayContaining(['column', 'create-order']));
    expect(targets('dashboard', viewer(makeReseller()))).not.toContain('customers');
  });

  test('only those who may see tours, and nobody while an admin acts as them', () => {
    expect(toursOf(viewer(makeProfile('manager')))).toEqual([]);
    const impersonation = { by: 'Ada Admin', until: '2026-11-20T12:00:00Z' };
    expect(toursOf(viewer({ ...owner, impersonation }))).toEqual([]);
  });

  test('a page offers its tours one after the other, and the dashboard that of the user menu', () => {
    const me = { ...owner, userMenuTourGuide: true, generalSettingsTourGuide: true, deleteAccountTourGuide: true };
    expect(offeredOn(viewer({ ...me, dashboardTourGuide: true }), '/')).toBe('dashboard');
    expect(offeredOn(viewer(me), '/')).toBe('userMenu');
    expect(offeredOn(viewer(me), '/settings')).toBe('generalSettings');
    expect(offeredOn(viewer({ ...me, generalSettingsTourGuide: false }), '/settings')).toBe('deleteAccount');
    expect(offeredOn(viewer(me), '/order-list')).toBeUndefined();
    expect(offeredOn(viewer(owner), '/settings')).toBeUndefined();
  });
});
