import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { HistoryAnswer, OrdersAnswer } from '../../src/api/generated';
import type { MomentsAnswer } from '../../src/api/generated/desk';
import { typeDate } from '../dates';
import { lookAt, wideAndTablet } from '../looks';
import { found, ordersIn, put, read } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const admin = 'admin@northlight.test';
const slider = (page: Page) => page.getByRole('slider', { name: 'Event of the log' });
const pastCards = (page: Page) => page.locator('[data-past-card]');

/** Returns the lines of a CSV file. No cell in these files contains a line break. */
function lines(csv: string): string[] {
  return csv.trimEnd().split('\r\n');
}

async function download(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await file.path(), 'utf8');
}

test('an auditor finds an order, filters its history, and checks the exported file (BY-018)', async ({ as }) => {
  const page = await as(admin);
  const [order] = await ordersIn(page, 'approved');
  if (!order) throw new Error('no approved order');
  await page.getByRole('button', { name: 'Oversight', exact: true }).click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Order' }).fill(order.orderName);
  await page.getByRole('option', { name: new RegExp(order.orderId) }).click();
  const { events } = (await read<HistoryAnswer>(page, `/order/${order.id}/history`)).data;
  const rows = page.getByRole('region', { name: 'Found events' }).locator('tbody tr');
  await expect(rows).toHaveCount(events.length);
  const moved = found(events, ({ type, diff }) => type === 'order.moved' && diff.length > 0, 'move');
  await expect(rows.nth(events.indexOf(moved))).toContainText(moved.diff[0]?.to ?? 'nothing');

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Decisions' }).click();
  const decided = (await read<HistoryAnswer>(page, `/order/${order.id}/history`, { kind: 'decision' })).data.events;
  expect(decided.length).toBeGreaterThan(0);
  expect(decided.length).toBeLessThan(events.length);
  await expect(rows).toHaveCount(decided.length);

  const csv = await download(page, page.getByRole('button', { name: 'Export as CSV' }));
  expect(csv.startsWith('\ufeff"Position"') || csv.startsWith('\ufeffPosition')).toBe(true);
  expect(
    lines(csv)
      .slice(1)
      .map((line) => Number(line.split(',')[0])),
  ).toEqual(decided.map(({ position }) => position));
  const json = await download(page, page.getByRole('button', { name: 'Export as JSON' }));
  expect((JSON.parse(json) as { position: number }[]).map(({ position }) => position)).toEqual(
    decided.map(({ position }) => position),
  );

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(events.length);
});

test('an auditor searches for a person, and every result is by that person (BY-018)', async ({ as }) => {
  const page = await as(admin);
  await page.goto('/audit');
  await page.getByRole('combobox', { name: 'Person' }).fill('daniel');
  await page.getByRole('option', { name: /Daniel Osei/ }).click();
  const rows = page.getByRole('region', { name: 'Found events' }).locator('tbody tr');
  await expect(rows.first()).toContainText('Daniel Osei');
  await expect(rows.filter({ hasText: 'Daniel Osei' }).nth(5)).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows.nth(60)).toBeVisible();
  await expect(rows.filter({ hasNotText: 'Daniel Osei' }).filter({ hasNotText: 'Show more' })).toHaveCount(0);
});

test('a refused command is in the audit area with its user, its content and the violated rule (BY-025)', async ({
  as,
}) => {
  const [page, operator] = [await as(admin), await as('operator@northlight.test')];
  const { orders = [] } = (
    await read<OrdersAnswer>(operator, '/order', { view: 'list', limit: 50, orderProgress: 'in-progress' })
  ).data;
  const order = found(orders, ({ frozen, allowedDrops }) => !frozen && !allowedDrops.includes('approved'), 'order');
  await expect(
    put(operator, `/order/${order.id}/move-progress`, 'card', { moveto: 'approved', via: 'board' }),
  ).rejects.toThrow();
  await page.goto('/audit/refused');
  const first = page.getByRole('region', { name: 'Refused commands found' }).locator('tbody tr').first();
  await expect(first).toContainText(order.orderName);
  await expect(first).toContainText('move order');
  await expect(first).toContainText('Rule');
});

test('the time machine steps, jumps and plays, and shows the same past board as the API (BY-019)', async ({ as }) => {
  const page = await as(admin);
  const { head } = (await read<MomentsAnswer>(page, '/audit/moments')).data;
  const at = Math.round(head / 2);
  const boardAt = async (position: number) =>
    (await read<OrdersAnswer>(page, '/order', { view: 'board', asOf: String(position) })).data;
  const said = () => slider(page).getAttribute('aria-valuetext');
  const shows = async (position: number) => {
    await expect.poll(said).toContain(`Event ${position} of`);
    await expect(page.locator('[role=region][aria-busy=false][aria-label="The board then"]')).toBeVisible();
    const { columns = [] } = await boardAt(position);
    for (const { title, total } of columns)
      await expect(page.getByRole('region', { name: new RegExp(`^${title}, ${total} order`) })).toBeVisible();
  };
  await page.goto(`/audit/time-machine?at=${at}`);
  await shows(at);
  await expect(page.getByRole('status').filter({ hasText: `The board after event ${at}` })).toBeAttached();

  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await shows(at + 1);
  await page.keyboard.press('Home');
  await shows(1);
  await page.keyboard.press('End');
  await expect.poll(said).toMatch(/Event (\d+) of \1,/);

  await page.goto(`/audit/time-machine?at=${at}`);
  await shows(at);
  const happened = page.getByRole('region', { name: 'What happened' }).getByRole('button');
  await happened.nth(4).click();
  await expect(happened.first()).toHaveAttribute('aria-current', 'true');
  const jumped = Number(await slider(page).inputValue());
  expect(jumped).toBeLessThan(at);
  await shows(jumped);
  await page.getByRole('button', { name: 'The next change' }).click();
  await expect.poll(async () => Number(await slider(page).inputValue())).toBeGreaterThan(jumped);
  const stepped = Number(await slider(page).inputValue());
  await page.getByRole('button', { name: 'The change before' }).click();
  await expect.poll(async () => Number(await slider(page).inputValue())).toBe(jumped);

  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await slider(page).inputValue())).toBeGreaterThan(stepped);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();

  await typeDate(page, 'Go to a time', '01 Jan 2020 00:00');
  await page.getByRole('button', { name: 'Go to this time' }).click();
  await shows(1);
});

test('two moments are compared: the list of differences names the same cards as the two boards (BY-019)', async ({
  as,
}) => {
  const page = await as(admin);
  const { head } = (await read<MomentsAnswer>(page, '/audit/moments')).data;
  const [from, to] = [Math.round(head * 0.55), Math.round(head * 0.85)];
  const [before, after] = await Promise.all(
    [from, to].map(async (position) => {
      const { cards = {} } = (await read<OrdersAnswer>(page, '/order', { view: 'board', asOf: String(position) })).data;
      return cards;
    }),
  );
  const appeared = Object.values(after ?? {}).filter(({ id }) => !before?.[id]);
  const left = Object.values(before ?? {}).filter(({ id }) => !after?.[id]);
  const moved = Object.values(after ?? {}).filter(({ id, status }) => before?.[id] && before[id].status !== status);
  expect(appeared.length).toBeGreaterThan(0);
  expect(moved.length).toBeGreaterThan(0);

  await page.goto(`/audit/time-machine?at=${from}`);
  await page.getByRole('button', { name: 'Compare from here' }).click();
  await page.goto(`/audit/time-machine?with=${from}&at=${to}`);
  const entries = page.getByRole('region', { name: 'Differences' }).getByRole('listitem');
  const marked = (mark: string) => entries.filter({ has: page.locator(`[data-mark="${mark}"]`) });
  await expect(marked('appeared')).toHaveCount(appeared.length);
  await expect(marked('left')).toHaveCount(left.length);
  await expect(marked('moved')).toHaveCount(moved.length);
  const shown = appeared.find(({ status }) => status === 'in-review') ?? appeared[0];
  await expect(page.locator(`[data-past-card="${shown?.id}"]`)).toHaveAttribute('data-mark', 'appeared');
  await expect(pastCards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(marked('left')).toHaveCount(appeared.length);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.getByRole('region', { name: 'Differences' })).toHaveCount(0);
});

test('a user who is no admin has no link to either page and sees nothing on it', async ({ as }) => {
  const page = await as('manager@northlight.test');
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Oversight' }).getByRole('link')).toHaveText([
    'Reporting',
    'Operator Reporting',
  ]);
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0);
  for (const path of ['/audit', '/audit/time-machine', '/operations']) {
    await page.goto(path);
    await expect(page.getByText('This page is for admins')).toBeVisible();
  }
});

test('axe finds no violation on the audit and operations pages, on a desktop and a tablet, in light and dark (BY-032)', async ({
  as,
}) => {
  const page = await as(admin);
  const { head } = (await read<MomentsAnswer>(page, '/audit/moments')).data;
  const [order] = await ordersIn(page, 'approved');
  const places: [name: string, path: string, ready: Locator][] = [
    ['audit', '/audit', page.locator('tbody tr').nth(3)],
    ['audit-order', `/audit?order=${order?.id}`, page.locator('tbody tr').nth(3)],
    ['audit-refused', '/audit/refused', page.locator('tbody tr').first()],
    [
      'time-machine',
      `/audit/time-machine?with=${Math.round(head * 0.55)}&at=${Math.round(head * 0.85)}`,
      page.locator('[data-past-card][data-mark]').first(),
    ],
    ['operations', '/operations', page.locator('tbody tr').nth(3)],
  ];
  for (const [name, path, ready] of places) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
    await lookAt(page, name, wideAndTablet);
  }
});
