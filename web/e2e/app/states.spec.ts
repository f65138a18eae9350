import type { Page } from '@playwright/test';
import type { Profile, Role } from '../../src/api/generated';
import { makeProfile, makeMessages, uuid } from '../../tests/fake/data';
import { type FakeAnswer, type FakeRequest, type FakeServer, ok, refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { dark, light, type Look, lookAt, wide } from './looks';

type Given = {
  /** Makes the server hold it; or answers it in place of the server. */
  given: (server: FakeServer) => FakeAnswer | void;
  shows: string | RegExp;
};
type Case = {
  name: string;
  path: string;
  role?: Role;
  profile?: Partial<Profile>;
  /** What the page cannot show without. */
  asks: (request: FakeRequest) => boolean;
  /** What a screen reader hears while it waits. */
  loading: string;
  open?: (page: Page) => Promise<void>;
  /** The words of a failure, where they are not the server's. */
  failed?: string;
  looks?: Look[];
  states: Partial<Record<'empty' | 'one' | 'many', Given>>;
};

const order = uuid(1000);
const get = (request: FakeRequest, path: string) =>
  request.method === 'GET' && request.path.replace(/^\/api(\/[cd])?/, '') === path;
const page = (view: string) => (request: FakeRequest) =>
  get(request, '/order') && (request.query.get('view') ?? 'list') === view;
const orders =
  (count: number, archived = false) =>
  ({ orders: all }: FakeServer) => {
    all.splice(count);
    for (const each of all) each.archived = archived;
  };
const broken = 'The server could not answer just now.';

const words = ['Brand book', 'Web banner', 'Menu card', 'Trade fair stand with walls, counter and lettering', 'Logo'];
const catalogue = (count: number): FakeAnswer =>
  ok({
    categories: Array.from({ length: Math.min(count, 6) }, (_, i) => ({
      id: uuid(401 + i),
      name: ['Print', 'Digital', 'Packaging', 'Video', 'Signs', 'Text'][i],
      place: i,
      retired: i === 5,
    })),
    services: Array.from({ length: count }, (_, i) => ({
      id: uuid(301 + i),
      name: `${words[i % words.length]}${i < words.length ? '' : ` ${i}`}`,
      categoryId: uuid(401 + (i % 6)),
      promisedStart: i % 3 ? 86_400 : 0,
      allocated: i % 4 ? 21_600 : 0,
      place: i,
      retired: i === 3,
    })),
    packages: Array.from({ length: Math.min(count, 4) }, (_, i) => ({
      id: uuid(501 + i),
      name: ['Starter', 'Professional', 'Unlimited', 'Old plan'][i],
      allocated: i === 2 ? -1 : 144_000,
      maximumActiveOrder: i === 2 ? -1 : 4 * (i + 1),
      place: i,
      retired: i === 3,
    })),
  });
const customers = (count: number): FakeAnswer =>
  ok(
    Array.from({ length: count }, (_, i) => ({
      id: uuid(320 + i),
      name: ['Acme Foods', 'Kaffeerösterei Blum und Söhne, Freiburg im Breisgau', 'Harbor Deli', 'Verdant'][i % 4],
      client: 'Brightside Agency',
      activeOrders: i % 5,
      maximumActiveOrder: i % 4 === 3 ? -1 : 4,
    })),
  );
const presets = (count: number): FakeAnswer =>
  ok(
    Array.from({ length: count }, (_, i) => ({
      id: uuid(9000 + i),
      name: ['Due this week', 'Waiting for the customer since Monday', 'Mine'][i % 3],
      orderStatus: 'in-progress',
    })),
  );

const cases: Case[] = [
  {
    name: 'board',
    path: '/',
    asks: page('board'),
    loading: 'Loading the board',
    states: {
      empty: { given: orders(0), shows: 'No orders yet' },
      one: { given: orders(1), shows: 'Autumn harvest jar label' },
      many: { given: () => {}, shows: 'Trade fair brochure, 12 pages' },
    },
  },
  {
    name: 'list',
    path: '/order-list',
    asks: page('list'),
    loading: 'Loading orders',
    states: {
      empty: { given: orders(0), shows: 'No orders yet' },
      one: { given: orders(1), shows: '1–1 of 1' },
      many: { given: () => {}, shows: '1–10 of 24' },
    },
  },
  {
    name: 'archive',
    path: '/archived-order',
    asks: page('archived'),
    loading: 'Loading orders',
    states: {
      empty: { given: () => {}, shows: 'Nothing is archived' },
      one: { given: orders(1, true), shows: '1–1 of 1' },
      many: { given: orders(24, true), shows: '1–10 of 24' },
    },
  },
  {
    name: 'order',
    path: `/orders/detail/${order}`,
    asks: (request) => get(request, `/order/${order}`),
    loading: 'Loading the order',
    states: { many: { given: () => {}, shows: 'harvest-jar-label.png' } },
  },
  {
    name: 'timeline',
    path: `/orders/detail/${order}`,
    role: 'manager',
    asks: (request) => get(request, `/order/${order}/timeline`),
    loading: 'Loading the timeline',
    states: { empty: { given: () => ok({ entries: [] }), shows: 'Nothing of this kind has happened yet.' } },
  },
  {
    name: 'form',
    path: '/orders/new',
    asks: (request) => get(request, '/catalogue'),
    loading: 'Loading the form',
    states: {
      empty: { given: () => catalogue(0), shows: 'There are no services to choose yet' },
    },
  },
  {
    name: 'clone',
    path: `/orders/clone/${order}`,
    asks: (request) => get(request, `/order/${order}`),
    loading: 'Loading the form',
    states: { one: { given: () => {}, shows: 'A new draft with the details of' } },
  },
  {
    name: 'catalogue',
    path: '/catalogue',
    role: 'admin',
    asks: (request) => get(request, '/catalogue'),
    loading: 'Loading the catalogue',
    states: {
      empty: { given: () => catalogue(0), shows: 'No services yet' },
      one: { given: () => catalogue(1), shows: 'Brand book' },
      many: { given: () => catalogue(24), shows: 'Unlimited of work, any number of active orders' },
    },
  },
  {
    name: 'customers',
    path: '/',
    profile: { isClientType: true },
    asks: (request) => get(request, '/filters/customers'),
    loading: 'Loading customers',
    states: {
      empty: { given: () => customers(0), shows: 'No customers yet' },
      one: { given: () => customers(1), shows: '1 customer' },
      many: { given: () => customers(25), shows: '25 customers' },
    },
  },
  {
    name: 'notifications',
    path: '/order-list',
    asks: (request) => get(request, '/message/groups'),
    loading: 'Loading notifications',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    failed: 'Error encountered while processing. Please try again later or contact the product admin.',
    states: {
      empty: { given: (server) => void (server.messages = []), shows: 'No notification yet!' },
      one: { given: (server) => void (server.messages = makeMessages(1)), shows: '3 messages' },
      many: { given: (server) => void (server.messages = makeMessages(14)), shows: 'Load More' },
    },
  },
  {
    name: 'history',
    path: `/orders/detail/${order}/history`,
    asks: (request) => get(request, `/order/${order}/history`),
    loading: 'Loading the history',
    states: {
      empty: { given: () => ok({ events: [] }), shows: 'No history yet' },
      many: { given: () => {}, shows: 'What changed' },
    },
  },
  {
    name: 'filter',
    path: '/order-list',
    asks: (request) => get(request, '/filters'),
    loading: 'Loading presets',
    open: (page) => page.getByRole('button', { name: 'Orders Advance Filter' }).click(),
    looks: wide, // on a telephone it is in a drawer
    states: {
      empty: { given: () => presets(0), shows: 'No presets defined' },
      one: { given: () => presets(1), shows: 'Due this week' },
      many: { given: () => presets(12), shows: 'Mine' },
    },
  },
];

for (const { name, path, role = 'owner', profile, asks, loading, open, failed, looks, states } of cases) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name}: axe finds nothing while it loads, offline, failed, ${Object.keys(states).join(', ')}; each says what to do (BY-032)`, async ({
      page,
      server,
      live,
    }) => {
      test.setTimeout(90_000);
      const look = (state: string) => lookAt(page, `${name}-${state}`, looks);
      const all = server.orders;
      const answer = (instead?: FakeAnswer) => {
        server.intercept = (request) => {
          if (profile && get(request, '/profile')) return ok({ ...makeProfile(role), ...profile });
          return asks(request) ? instead : undefined;
        };
      };
      const hold = ({ given }: Given) => {
        server.orders = structuredClone(all);
        answer(given(server) ?? undefined);
      };
      let cut = false;
      const asked = () => server.requests.filter(asks).length;
      const back = async () => {
        const before = asked();
        cut = false;
        await live.drop();
        await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(before);
      };
      answer();

      // the answer is held back until the skeleton was seen
      let release: () => void = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/**', async (route) => {
        const url = new URL(route.request().url());
        const request = { method: route.request().method(), path: url.pathname, query: url.searchParams };
        if (asks({ ...request, headers: new Headers(), body: '' })) await held;
        await (cut ? route.abort('internetdisconnected') : route.fallback());
      });
      await page.goto(path);
      await open?.(page);
      await expect(page.getByLabel(loading)).toBeVisible();
      await look('loading');

      cut = true;
      release();
      const alert = page.getByRole('alert').filter({ hasText: /./ });
      const retry = page.getByRole('button', { name: 'Try again' });
      await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
      await expect(alert).toContainText('Error encountered while processing.');
      await look('offline');

      // with the connection back it asks again by itself
      answer(refused(500, 'internal', broken));
      await back();
      await expect(alert).toContainText(failed ?? broken);
      const before = asked();
      await retry.click();
      await expect.poll(asked).toBeGreaterThan(before);
      await expect(alert).toContainText(failed ?? broken);
      await look('error');

      const rest = Object.entries(states);
      for (const [index, [state, given]] of rest.entries()) {
        hold(given);
        if (index > 0) await back();
        const shown = page.getByText(given.shows).first();
        // a sidebar that comes back asks again as well, and may be first
        if (index === 0) await expect(retry.or(shown).first()).toBeVisible();
        if (index === 0 && !(await shown.isVisible())) await Promise.race([retry.click(), shown.waitFor()]);
        await expect(shown).toBeVisible({ timeout: 10_000 });
        await look(state);
      }
    });
  });
}

for (const [status, words] of [
  [403, 'You are not allowed to access this file!'],
  [404, 'This order is not here any more.'],
] as const) {
  test(`an order answered with ${status} is told and left for the board (BD-437, BD-438)`, async ({ page, server }) => {
    server.intercept = (request) =>
      get(request, `/order/${order}`) ? refused(status, 'no', 'This order is not here any more.') : undefined;
    await page.goto(`/orders/detail/${order}`);
    await expect(page.getByText(words)).toBeVisible({ timeout: 10_000 });
    await expect(page).toHaveURL('/');
    await expect(page.locator('[data-card]').first()).toBeVisible();
    await lookAt(page, `order-${status}`);
  });
}

test('a form of a copy of an order that may not be seen says so and can be tried again (BY-032)', async ({
  page,
  server,
}) => {
  server.intercept = (request) =>
    get(request, `/order/${order}`) ? refused(404, 'not_found', 'This order does not exist.') : undefined;
  await page.goto(`/orders/clone/${order}`);
  await expect(page.getByRole('alert')).toContainText('This order does not exist.');
  server.intercept = () => undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A new draft with the details of')).toBeVisible();
});

test('the list keeps what it shows when the connection goes, and says that it may be old (BY-032)', async ({
  page,
  live,
}) => {
  await page.goto('/order-list');
  await expect(page.getByText('1–10 of 24')).toBeVisible();
  live.link('away');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await lookAt(page, 'list-many-offline');
});

test('an app that starts without a connection says so and starts when it is back (BY-032)', async ({ page, live }) => {
  live.link('away');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'start-offline');
  live.link('up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('quick search while it searches, failed, with nothing found, one and many: axe finds nothing (BY-032)', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/order/search?**', async (route) => {
    await held;
    await route.fallback();
  });
  const search = (request: FakeRequest) => get(request, '/order/search');
  server.intercept = (request) => (search(request) ? refused(500, 'internal', broken) : undefined);
  const box = page.getByRole('textbox', { name: 'Quick search' });
  await box.fill('sleeve');
  await expect(page.getByLabel('Searching')).toBeVisible();
  await lookAt(page, 'search-loading', [light]);
  release();
  await expect(page.getByRole('alert').filter({ hasText: broken })).toBeVisible();
  await lookAt(page, 'search-error', [dark]);

  server.intercept = (request) =>
    search(request) ? ok({ orders: server.orders.slice(3, 4).map((o) => server.card(o)) }) : undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  const found = page.getByRole('list', { name: 'Orders found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await lookAt(page, 'search-one', [light]);
  server.intercept = () => undefined;
  await box.fill('a');
  await expect(found).toHaveCount(10);
  await lookAt(page, 'search-many', wide);
  await box.fill('nothing like it');
  await expect(page.getByRole('status').filter({ hasText: 'No order matches “nothing like it”.' })).toBeVisible();
  await lookAt(page, 'search-empty', [dark]);
});

test('the messages of one group, and that they cannot be had: axe finds nothing (BY-032)', async ({ page, server }) => {
  await page.goto('/order-list');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  server.intercept = (request) =>
    request.path.includes('/message/group/') && request.method === 'GET' ? refused(500, 'internal', broken) : undefined;
  await page.getByText('3 messages').click();
  await expect(page.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'notification-group-error');
  server.intercept = () => undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await lookAt(page, 'notification-group-many');
});

test('on a telephone the filter is in a drawer: axe finds nothing (BY-032)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/order-list');
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Orders Advance Filter' }).click();
  await expect(page.getByText('No presets defined')).toBeVisible();
  await lookAt(page, 'filter-drawer', [
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ]);
});
