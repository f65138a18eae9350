import type { Profile, Role } from '../../src/api/generated';
import { acme } from '../../tests/fake/accounts';
import { makeProfile, people, uuid } from '../../tests/fake/data';
import { type FakeRequest, ok, refused } from '../../tests/fake/server';
import { everyWidth, lookAt, narrow } from '../looks';
import { expect, test } from './fixtures';
import { broken, get } from './stateCases';

/** `ready` is on the page when it has loaded. Without it another spec looks at the page. */
type List = { name: string; path: string; role: Role; call: string; loading: string; ready?: string };

const lists: List[] = [
  {
    name: 'team',
    path: '/team-members',
    role: 'owner',
    call: '/people',
    loading: 'Loading people',
    ready: 'Nina Ivers',
  },
  {
    name: 'everybody',
    path: '/people',
    role: 'admin',
    call: '/people',
    loading: 'Loading people',
    ready: 'Nina Ivers',
  },
  {
    name: 'all customers',
    path: '/customers',
    role: 'admin',
    call: '/customers',
    loading: 'Loading customers',
    ready: 'Acme Foods',
  },
  {
    name: 'clients',
    path: '/clients',
    role: 'admin',
    call: '/clients',
    loading: 'Loading clients',
    ready: 'Brightside Agency',
  },
  {
    name: 'person',
    path: `/team-members/${people.sam.id}`,
    role: 'owner',
    call: `/people/${people.sam.id}`,
    loading: 'Loading the person',
    ready: 'Second factor',
  },
  {
    name: 'customer',
    path: `/customer/${acme}`,
    role: 'admin',
    call: `/customers/${acme}`,
    loading: 'Loading the customer',
    ready: 'Terms',
  },
  {
    name: 'client',
    path: '/clients/brightside',
    role: 'admin',
    call: '/clients/brightside',
    loading: 'Loading the client',
    ready: 'Everybody needs a second factor',
  },
  {
    name: 'company',
    path: '/profile',
    role: 'owner',
    call: '/profile/company',
    loading: 'Loading the company',
    ready: 'Company name',
  },
  {
    name: 'invoices',
    path: '/billing/invoices',
    role: 'owner',
    call: '/billing/invoices',
    loading: 'Loading invoices',
  },
  {
    name: 'invoice',
    path: `/billing/invoices/${uuid(954)}`,
    role: 'owner',
    call: `/billing/invoices/${uuid(954)}`,
    loading: 'Loading the invoice',
  },
  {
    name: 'payment methods',
    path: '/billing/payment-methods',
    role: 'owner',
    call: '/billing/payment-methods',
    loading: 'Loading the payment methods',
  },
  { name: 'plans', path: '/plans', role: 'admin', call: '/sellers/customer/plans', loading: 'Loading plans' },
  {
    name: 'sessions',
    path: '/settings',
    role: 'owner',
    call: '/profile/sessions',
    loading: 'Loading the sessions',
    ready: 'When you delete the account',
  },
];

for (const { name, path, role, call, loading, ready } of lists) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name} while it loads, failed and loaded: axe finds no violation (BY-032)`, async ({
      page,
      server,
      live,
    }) => {
      const asks = (request: FakeRequest) => get(request, call);
      const release = live.hold(asks);
      server.intercept = (request) => (asks(request) ? refused(500, 'internal', broken) : undefined);
      await page.goto(path);
      await expect(page.getByLabel(loading).first()).toBeVisible();
      await lookAt(page, `account-${name}-loading`, narrow);
      release();
      await expect(page.getByText(broken).first()).toBeVisible();
      await lookAt(page, `account-${name}-error`);
      server.intercept = () => undefined;
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByText(broken)).toHaveCount(0);
      if (!ready) return;
      await expect(page.getByText(ready).first()).toBeVisible();
      await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
      await lookAt(page, `account-${name}`, everyWidth);
    });
  });
}

const profiles: { name: string; more: Partial<Profile>; shows: string | RegExp }[] = [
  { name: 'unverified address', more: { emailIsVerified: false }, shows: /is not verified\./ },
  {
    name: 'deletion',
    more: { deletesAt: '2026-12-24T12:00:00Z' },
    shows: 'This account will be deleted on 24 Dec 2026.',
  },
  {
    name: 'profile gate',
    more: { isProfileComplete: false, profileGate: { asks: 'profile', closed: true } },
    shows: 'Welcome to Dashboard!',
  },
  {
    name: 'profile gate later',
    more: {
      isProfileComplete: false,
      profileGate: { asks: 'profile', closed: false, closesAt: '2026-12-24T12:00:00Z' },
    },
    shows: /^Complete your profile by 24 Dec 2026\./,
  },
];

for (const { name, more, shows } of profiles) {
  test(`${name}: axe finds no violation (BY-032)`, async ({ page, server }) => {
    server.intercept = (request) => (get(request, '/profile') ? ok({ ...makeProfile('owner'), ...more }) : undefined);
    await page.goto('/');
    await expect(page.getByText(shows).first()).toBeVisible();
    await lookAt(page, `account-${name.replaceAll(' ', '-')}`);
  });
}

test('the first steps of an installation: axe finds no violation (BY-032)', async ({ page, server }) => {
  server.orders = [];
  server.own.profile = { ...makeProfile('admin'), mailOff: true };
  Object.assign(server.shell.steps, { customer: false, plan: false });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Get started' })).toBeVisible();
  await lookAt(page, 'account-first-steps');
});

test('the picture of a profile is cropped: axe finds no violation (BY-032)', async ({ page }) => {
  await page.goto('/profile');
  const avatar = page.getByRole('region', { name: 'Avatar' });
  await avatar.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
  await lookAt(page, 'account-crop');
});

test('a second factor is added, to the recovery codes: axe finds no violation (BY-032)', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await lookAt(page, 'account-factor-password');
  await dialog.getByLabel('Your password', { exact: true }).fill('proof-demo-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Secret')).toBeVisible();
  await lookAt(page, 'account-factor-app');
  await dialog.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await lookAt(page, 'account-factor-codes');
});

test.describe('an operator with work', () => {
  test.use({ role: 'admin' });
  test('the work of a person is handed over: axe finds no violation (BY-032)', async ({ page }) => {
    await page.goto(`/team-members/${people.priya.id}`);
    const work = page.getByRole('combobox', { name: /^Who works on/ });
    await expect(work).toBeVisible();
    await lookAt(page, 'account-hand-over');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove .*\?$/ });
    // Nobody is chosen, so the form says what is missing.
    await dialog.getByRole('button', { name: 'Hand over 3 orders' }).click();
    await expect(dialog.getByText('Required!')).toBeVisible();
    await lookAt(page, 'account-leave');
  });
});
