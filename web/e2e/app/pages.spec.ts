import type { Role } from '../../src/api/generated';
import { acme } from '../../tests/fake/accounts';
import { people, uuid } from '../../tests/fake/data';
import { expect, test } from './fixtures';
import { type Look, lookAt, wideAndTablet } from '../looks';

const order = uuid(1000);
const pages: { name: string; path: string; ready: string; signedOut?: boolean; role?: Role }[] = [
  { name: 'signin', path: '/signin', ready: 'Log in', signedOut: true },
  { name: 'admin-signin', path: '/admin/signin', ready: 'Welcome to Proofboard', signedOut: true },
  { name: 'board', path: '/', ready: 'In Review' },
  { name: 'list', path: '/order-list', ready: 'PB-1042' },
  { name: 'archive', path: '/archived-order', ready: 'Nothing is archived' },
  { name: 'create', path: '/orders/new', ready: 'Create New Order' },
  { name: 'clone', path: `/orders/clone/${order}`, ready: 'Clone Order' },
  { name: 'catalogue', path: '/catalogue', ready: 'Packages', role: 'admin' },
  { name: 'order-at-work', path: `/orders/detail/${uuid(1004)}`, ready: 'Timeline', role: 'operator' },
  { name: 'order', path: `/orders/detail/${order}`, ready: 'Timeline' },
  { name: 'history', path: `/orders/detail/${order}/history`, ready: 'What changed' },
];

for (const { name, path, ready, signedOut, role = 'owner' } of pages) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name} in light and dark, at 1440 and 768 px: axe finds no violation (BY-032)`, async ({ page }) => {
      if (signedOut) await page.addInitScript(() => window.localStorage.clear());
      await page.goto(path);
      await expect(page.getByText(ready).first()).toBeVisible();
      await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
      await lookAt(page, name, wideAndTablet);
    });
  });
}

/** The pages of accounts at each width. */
const everyWidth: Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 768 },
  { scheme: 'light', width: 390 },
];

for (const { name, path, ready, role = 'owner' } of [
  { name: 'team', path: '/team-members', ready: 'Nina Ivers' },
  { name: 'person', path: `/team-members/${people.sam.id}`, ready: 'Second factor' },
  { name: 'profile', path: '/profile', ready: 'Company name' },
  { name: 'settings', path: '/settings', ready: 'When you delete the account' },
  { name: 'everybody', path: '/people', ready: 'Nina Ivers', role: 'admin' },
  { name: 'clients', path: '/clients', ready: 'Brightside Agency', role: 'admin' },
  { name: 'client', path: '/clients/brightside', ready: 'Everybody needs a second factor', role: 'admin' },
  { name: 'customers-of-all', path: '/customers', ready: 'Acme Foods', role: 'admin' },
  { name: 'customer', path: `/customer/${acme}`, ready: 'Terms', role: 'admin' },
  { name: 'new-customer', path: '/customer/new', ready: 'Company name', role: 'admin' },
] satisfies { name: string; path: string; ready: string; role?: Role }[]) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name} at 1440, 768 and 390 px: axe finds no violation (BY-032)`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText(ready).first()).toBeVisible();
      await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
      await lookAt(page, name, everyWidth);
    });
  });
}
