import type { Page } from '@playwright/test';
import { makeProfile, uuid } from '../../tests/fake/data';
import { expect, test, visit } from './fixtures';
import { lookAt } from '../looks';

test.use({ role: 'admin' });

const at = '2026-11-21T08:00:00Z';
const head = 1000;

/**
 * Answers the audit API from memory. From position 500 on, an event of `unreadable` orders cannot
 * be read.
 */
async function audit(page: Page, unreadable: number): Promise<void> {
  await page.route('**/api/d/profile', (route) => {
    const profile = makeProfile('admin');
    const abilities = { ...profile.abilities, audit: ['read'], operations: ['read'] };
    return route.fulfill({ json: { success: true, data: { ...profile, abilities } } });
  });
  const ticks = [1, head].map((position) => ({ position, at }));
  await page.route('**/api/d/audit/moments**', (route) =>
    route.fulfill({ json: { success: true, data: { head, ticks } } }),
  );
  await page.route('**/api/d/audit/events**', (route) =>
    route.fulfill({ json: { success: true, data: { events: [] } } }),
  );
  await page.route(/\/api\/d\/order\?.*asOf=/, (route) => {
    const past = Number(new URL(route.request().url()).searchParams.get('asOf'));
    const leftOut = Array.from({ length: unreadable }, (_, i) => ({ id: uuid(80 + i), position: 500 + i }));
    const column = { title: 'In Review', typeStatus: 'in-review', total: 0, taskIds: [], zones: [] };
    const data = { columns: [column], cards: {}, position: past, ...(past >= 500 && { leftOut }) };
    return route.fulfill({ json: { success: true, data } });
  });
}

test('a past board says which orders it leaves out because one of their events cannot be read, and does not show an earlier board instead', async ({
  page,
}) => {
  await audit(page, 7);
  await page.goto('/audit/time-machine?at=400');
  await expect(page.getByRole('region', { name: 'The board then' })).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'not on this board' });
  await expect(notice).toHaveCount(0);
  await page.goto('/audit/time-machine?at=600');
  await expect(notice).toContainText('7 orders are not on this board, because one of their events cannot be read.');
  await expect(notice.getByRole('listitem')).toHaveText([
    ...[500, 501, 502, 503, 504].map((n) => `An order, event ${n}`),
    'and 2 more',
  ]);
  await expect(notice.getByRole('link', { name: 'An order' }).first()).toHaveAttribute(
    'href',
    `/orders/detail/${uuid(80)}`,
  );
  await expect(notice.getByRole('link', { name: 'operations page' })).toHaveAttribute('href', '/operations');
  await lookAt(page, 'past-board-left-out');

  // A single order is named in the singular.
  await audit(page, 1);
  await visit(page, '/audit/time-machine?at=700');
  await expect(notice).toContainText('1 order is not on this board, because one of its events cannot be read.');
});
