import type { Page } from '@playwright/test';
import type { Role } from '../../src/api/generated';
import { acme } from '../../tests/fake/accounts';
import { makeProfile, people, uuid } from '../../tests/fake/data';
import { type FakeRequest, refused } from '../../tests/fake/server';
import { everyWidth, lookAt, narrow } from '../looks';
import { expect, test, visit } from './fixtures';
import { broken, get } from './stateCases';

type List = {
  name: string;
  path: string;
  call: string;
  loading: string;
  /** Is on the page when it has loaded. Without it another spec looks at the page. */
  ready?: string;
  /** Looks at more of the page. */
  more?: (page: Page) => Promise<void>;
};

async function cropPicture(page: Page): Promise<void> {
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
}

async function addFactor(page: Page): Promise<void> {
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
}

async function handOver(page: Page): Promise<void> {
  await visit(page, `/team-members/${people.priya.id}`);
  const work = page.getByRole('combobox', { name: /^Who works on/ });
  await expect(work).toBeVisible();
  await lookAt(page, 'account-hand-over');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove .*\?$/ });
  // Nobody is chosen, so the form says what is missing.
  await dialog.getByRole('button', { name: 'Hand over 3 orders' }).click();
  await expect(dialog.getByText('Required!')).toBeVisible();
  await lookAt(page, 'account-leave');
}

async function otherCustomers(page: Page): Promise<void> {
  await visit(page, '/customer/new');
  await expect(page.getByText('Company name').first()).toBeVisible();
  await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
  await lookAt(page, 'new-customer', everyWidth);
  await visit(page, '/payg/list');
  await expect(page.getByText('2 customers')).toBeVisible();
  await lookAt(page, 'payg-customers');
}

/** The pages of a test open one after the other in one loaded app. */
const groups: { role: Role; lists: List[] }[] = [
  {
    role: 'owner',
    lists: [
      {
        name: 'team',
        path: '/team-members',
        call: '/people',
        loading: 'Loading people',
        ready: 'Nina Ivers',
      },
      {
        name: 'person',
        path: `/team-members/${people.sam.id}`,
        call: `/people/${people.sam.id}`,
        loading: 'Loading the person',
        ready: 'Second factor',
      },
      {
        name: 'company',
        path: '/profile',
        call: '/profile/company',
        loading: 'Loading the company',
        ready: 'Company name',
        more: cropPicture,
      },
    ],
  },
  {
    role: 'owner',
    lists: [
      {
        name: 'payment methods',
        path: '/billing/payment-methods',
        call: '/billing/payment-methods',
        loading: 'Loading the payment methods',
      },
      {
        name: 'invoices',
        path: '/billing/invoices',
        call: '/billing/invoices',
        loading: 'Loading invoices',
      },
      {
        name: 'invoice',
        path: `/billing/invoices/${uuid(954)}`,
        call: `/billing/invoices/${uuid(954)}`,
        loading: 'Loading the invoice',
      },
      {
        name: 'sessions',
        path: '/settings',
        call: '/profile/sessions',
        loading: 'Loading the sessions',
        ready: 'When you delete the account',
        more: addFactor,
      },
    ],
  },
  {
    role: 'admin',
    lists: [
      {
        name: 'everybody',
        path: '/people',
        call: '/people',
        loading: 'Loading people',
        ready: 'Nina Ivers',
      },
      {
        name: 'all customers',
        path: '/customers',
        call: '/customers',
        loading: 'Loading customers',
        ready: 'Acme Foods',
        more: otherCustomers,
      },
      {
        name: 'customer',
        path: `/customer/${acme}`,
        call: `/customers/${acme}`,
        loading: 'Loading the customer',
        ready: 'Terms',
        more: handOver,
      },
    ],
  },
  {
    role: 'admin',
    lists: [
      {
        name: 'clients',
        path: '/clients',
        call: '/clients',
        loading: 'Loading clients',
        ready: 'Brightside Agency',
      },
      {
        name: 'client',
        path: '/clients/brightside',
        call: '/clients/brightside',
        loading: 'Loading the client',
        ready: 'Everybody needs a second factor',
      },
      { name: 'plans', path: '/plans', call: '/sellers/customer/plans', loading: 'Loading plans' },
    ],
  },
];

for (const { role, lists } of groups) {
  test.describe(role, () => {
    test.use({ role });
    test(`${lists.map(({ name }) => name).join(', ')} while each loads, failed and loaded: axe finds no violation (BY-032)`, async ({
      page,
      server,
      live,
    }) => {
      for (const [index, { name, path, call, loading, ready, more }] of lists.entries()) {
        const asks = (request: FakeRequest) => get(request, call);
        const release = live.hold(asks);
        server.intercept = (request) => (asks(request) ? refused(500, 'internal', broken) : undefined);
        await (index === 0 ? page.goto(path) : visit(page, path));
        await expect(page.getByLabel(loading).first()).toBeVisible();
        await lookAt(page, `account-${name}-loading`, narrow);
        release();
        await expect(page.getByText(broken).first()).toBeVisible();
        await lookAt(page, `account-${name}-error`);
        server.intercept = () => undefined;
        await page.getByRole('button', { name: 'Try again' }).first().click();
        await expect(page.getByText(broken)).toHaveCount(0);
        if (ready) {
          await expect(page.getByText(ready).first()).toBeVisible();
          await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
          await lookAt(page, `account-${name}`, everyWidth);
        }
        await more?.(page);
      }
    });
  });
}

test('the profile gate, later and closed: axe finds no violation (BY-032)', async ({ page, server, live }) => {
  const gate = (closed: object, shows: string | RegExp) => {
    Object.assign(server.own.profile, { isProfileComplete: false, profileGate: { asks: 'profile', ...closed } });
    return page.getByText(shows).first();
  };
  const later = gate({ closed: false, closesAt: '2026-12-24T12:00:00Z' }, /^Complete your profile by 24 Dec 2026\./);
  await page.goto('/');
  await expect(later).toBeVisible();
  await lookAt(page, 'account-profile-gate-later');
  const now = gate({ closed: true }, 'Welcome to Dashboard!');
  await live.drop();
  await expect(now).toBeVisible();
  await lookAt(page, 'account-profile-gate');
});

test.describe('an installation', () => {
  test.use({ role: 'admin' });
  test('has first steps: axe finds no violation (BY-032)', async ({ page, server }) => {
    server.orders = [];
    server.own.profile = { ...makeProfile('admin'), mailOff: true };
    Object.assign(server.shell.steps, { customer: false, plan: false });
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Get started' })).toBeVisible();
    await lookAt(page, 'account-first-steps');
  });
});
