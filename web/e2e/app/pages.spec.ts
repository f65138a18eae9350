import type { Role } from '../../src/api/generated';
import { uuid } from '../../tests/fake/data';
import { expect, test } from './fixtures';
import { everyWidth, lookAt } from '../looks';

/** Pages whose states no other spec looks at. */
const pages: { name: string; path: string; ready: string; signedOut?: boolean; role?: Role }[] = [
  { name: 'signin', path: '/signin', ready: 'Log in', signedOut: true },
  { name: 'admin-signin', path: '/admin/signin', ready: 'Welcome to Proofboard', signedOut: true },
  { name: 'create', path: '/orders/new', ready: 'Create New Order' },
  { name: 'order-at-work', path: `/orders/detail/${uuid(1004)}`, ready: 'Timeline', role: 'operator' },
  { name: 'new-customer', path: '/customer/new', ready: 'Company name', role: 'admin' },
];

for (const { name, path, ready, signedOut, role = 'owner' } of pages) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name} in light and dark, at 1440, 768 and 390 px: axe finds no violation (BY-032)`, async ({ page }) => {
      if (signedOut) await page.addInitScript(() => window.localStorage.clear());
      await page.goto(path);
      await expect(page.getByText(ready).first()).toBeVisible();
      await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
      await lookAt(page, name, everyWidth);
    });
  });
}
