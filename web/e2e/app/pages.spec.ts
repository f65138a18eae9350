import AxeBuilder from '@axe-core/playwright';
import { uuid } from '../../tests/fake/data';
import { expect, test } from './fixtures';

const order = uuid(1000);
const pages: { name: string; path: string; ready: string; signedOut?: boolean }[] = [
  { name: 'signin', path: '/signin', ready: 'Log in', signedOut: true },
  { name: 'admin-signin', path: '/admin/signin', ready: 'Welcome to Proofboard', signedOut: true },
  { name: 'board', path: '/', ready: 'In Review' },
  { name: 'list', path: '/order-list', ready: '#1042' },
  { name: 'create', path: '/orders/new', ready: 'Create New Order' },
  { name: 'order', path: `/orders/detail/${order}`, ready: 'Timeline' },
  { name: 'history', path: `/orders/detail/${order}/history`, ready: 'What changed' },
];

for (const { name, path, ready, signedOut } of pages) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1440, 768]) {
      test(`${name} in ${scheme} at ${width} px: axe finds no violation (BY-032)`, async ({ page }) => {
        await page.setViewportSize({ width, height: width === 768 ? 1024 : 900 });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        if (signedOut) await page.addInitScript(() => window.localStorage.clear());
        await page.goto(path);
        await expect(page.getByText(ready).first()).toBeVisible();
        await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
        if (process.env['SHOTS']) await page.screenshot({ path: `shots/${name}-${scheme}-${width}.png` });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
      });
    }
  }
}
