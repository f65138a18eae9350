import { ok, refused } from '../../tests/fake/server';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';

const link = 'token=t0ken&type=customer&email=ann%40acme.test';
const pages: { name: string; path: string; ready: string; submit?: string }[] = [
  { name: 'forgot-password', path: '/forgot-password', ready: 'Reset your password', submit: 'Submit' },
  { name: 'reset-password', path: `/reset-password?${link}`, ready: 'Reset Password' },
  { name: 'invitation', path: `/invitation?${link}`, ready: 'You are invited' },
  { name: 'verification', path: '/email-verification?key=k3y&email=ann%40acme.test', ready: 'Failed!' },
  { name: 'setup', path: '/setup?token=t0ken', ready: 'Set up your product', submit: 'Set up' },
  { name: 'setup-link', path: '/setup', ready: 'This product is not set up yet' },
  { name: 'signin-setup', path: '/admin/signin', ready: 'Set it up' },
];

for (const { name, path, ready, submit } of pages) {
  test(`${name} in light at 1440 px and dark at 390 px: axe finds no violation (BY-032)`, async ({ page, server }) => {
    server.intercept = ({ method, path: asked }) => {
      if (asked.endsWith('/email-verification')) return refused(410, 'token_expired', 'This link has expired.');
      return method === 'GET' && asked.endsWith('/setup') ? ok({ needed: true }) : undefined;
    };
    await page.addInitScript(() => window.localStorage.clear());
    await page.goto(path);
    await expect(page.getByText(ready).first()).toBeVisible();
    if (submit) {
      await page.getByRole('button', { name: submit }).click();
      await expect(page.getByText('Required!').first()).toBeVisible();
      await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
    }
    await lookAt(page, name);
  });
}
