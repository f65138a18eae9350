import type { Page } from '@playwright/test';
import { lookAt, wideAndNarrow } from '../looks';
import { card, canDrag, column, drag, first, moves } from './boardPage';
import { ok } from '../../tests/fake/server';
import { expect, test } from './fixtures';

test.use({ orders: 60 });

/** Opens the board with a setting of the menu 'View', by its name. */
async function choose(page: Page, role: 'menuitemradio' | 'menuitemcheckbox', name: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole(role, { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

const compact = (page: Page) => choose(page, 'menuitemradio', 'Compact');

/** Returns the names of the columns that are wholly inside the window. */
const wholeColumns = (page: Page) =>
  page.locator('[data-column]').evaluateAll((all) =>
    all
      .map((one) => ({ name: one.getAttribute('data-column'), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= 0 && box.right <= window.innerWidth && box.bottom <= window.innerHeight)
      .map(({ name }) => name),
  );

/**
 * Returns what is wrong with the cards in the document: two that overlap, or one whose content does
 * not fit its computed height.
 */
const misfits = (page: Page) =>
  page.locator('[data-column]').evaluateAll((columns) =>
    columns.flatMap((one) => {
      const cards = [...one.querySelectorAll<HTMLElement>('[data-card]')].sort(
        (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
      );
      return cards.flatMap((card, at) => {
        const box = card.getBoundingClientRect();
        const next = cards[at + 1]?.getBoundingClientRect();
        const name = card.getAttribute('aria-label');
        const padding = parseFloat(getComputedStyle(card).paddingBottom);
        const end = card.lastElementChild
          ? Math.max(...[...card.children].map((c) => c.getBoundingClientRect().bottom))
          : 0;
        const spare = box.bottom - 1 - padding - end;
        return [
          ...(next && next.top < box.bottom ? [`${name} overlaps the next card`] : []),
          ...(spare < -0.5 ? [`${name} is ${-spare} px too low`] : []),
          ...(spare > 8 ? [`${name} has ${spare} px to spare`] : []),
        ];
      });
    }),
  );

test.beforeEach(async ({ page, server }) => {
  // Playwright scrolls the page to click what still moves.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  server.intercept = ({ path, query }) => {
    if (!path.endsWith('/order/covers')) return undefined;
    return ok({ covers: (query.get('ids') ?? '').split(',').map((orderId) => ({ orderId, url: '/favicon.svg' })) });
  };
});

test('cards have the height that the board computes and do not overlap; at 1440 px four compact columns are whole beside the open sidebar, and five comfortable ones beside the small one; a card is dropped where it is shown', async ({
  page,
  server,
}) => {
  const [queued, held] = [first(server, 'in-progress'), first(server, 'on-hold')];
  Object.assign(queued, { status: 'queue', priority: 'urgent' });
  Object.assign(held, { holdReason: 'Waiting for the logo' });
  await page.goto('/');
  await canDrag(page);
  const fits = async () => {
    expect(await page.locator('[data-card]').count()).toBeGreaterThan(20);
    await expect.poll(() => misfits(page)).toEqual([]);
  };
  const four = ['new-order', 'in-progress', 'in-review', 'on-hold'];
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible();
  // The menu View works by keyboard and gives the focus back.
  const button = page.getByRole('button', { name: 'View', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Comfortable' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Compact' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect.poll(() => wholeColumns(page)).toEqual(four);
  await fits();
  await choose(page, 'menuitemradio', 'Comfortable');
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expect.poll(() => wholeColumns(page)).toEqual([...four, 'approved']);
  await fits();

  // A picture that is being made has the place of the picture. It was above the name and pushed the people out of the card.
  server.intercept = ({ path, query }) => {
    if (!path.endsWith('/order/covers')) return undefined;
    return ok({ covers: [], making: (query.get('ids') ?? '').split(',') });
  };
  await page.reload();
  const making = page.getByRole('img', { name: 'A picture is being made' }).first();
  await expect(making).toBeVisible();
  expect(await misfits(page)).toEqual([]);
  await compact(page);
  await expect(making).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);

  // A compact card is dropped where it is shown.
  await page.setViewportSize({ width: 2200, height: 1000 });
  const moved = first(server, 'in-progress');
  await drag(page, card(page, moved.id), column(page, 'in-review'));
  await expect(column(page, 'in-review').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  await expect.poll(() => moves(server)).toHaveLength(1);
  const order = await column(page, 'in-review')
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card')));
  const at = order.indexOf(moved.id);
  const [move] = moves(server);
  expect(order[at - 1] ?? null).toBe(move?.afterId ?? null);
  expect(order[at + 1] ?? null).toBe(move?.beforeId ?? null);
});

test('the compact board and list with and without covers: axe finds no violation, and both settings stay after a reload, for the board and the lists alike (BY-032)', async ({
  page,
}) => {
  const pictures = page.locator('[data-card] img[src="/favicon.svg"]');
  const table = page.getByRole('table');
  await page.goto('/');
  await expect(pictures.first()).toBeVisible();
  await compact(page);
  await expect(pictures.first()).toBeVisible();
  await lookAt(page, 'compact-board-with-covers', wideAndNarrow);
  await page.goto('/order-list');
  await expect(table).toHaveAttribute('data-density', 'compact');
  await lookAt(page, 'compact-list-with-covers', wideAndNarrow);
  await choose(page, 'menuitemcheckbox', 'Show covers');
  await expect(table).toHaveAttribute('data-covers', 'off');
  await lookAt(page, 'compact-list-without-covers', wideAndNarrow);
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await expect(pictures).toHaveCount(0);
  await lookAt(page, 'compact-board-without-covers', wideAndNarrow);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Compact' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Show covers' })).toHaveAttribute('aria-checked', 'false');
});
