import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { OrdersAnswer } from '../../src/api/generated';
import { inReview, put, read } from './api';
import { column, expect, test } from './people';

const run = promisify(execFile);
const binary = process.env['PROOFBOARD_BIN'] ?? resolve(import.meta.dirname, '../../../bin/proofboard');

/** Returns the data folder of the server under test. */
function dataFolder(): string {
  const folder = process.env['PROOFBOARD_DATA_DIR'];
  if (folder && existsSync(folder)) return folder;
  throw new Error('PROOFBOARD_DATA_DIR has to name the data folder of the server under test; scripts/e2e.sh sets it.');
}

/**
 * Replaces values that differ between two answers: file links are issued for every answer, and the
 * used share of a promised time grows.
 */
const lasting = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (name, part: unknown) => {
    if (name.endsWith('Percent')) return 'a share';
    return typeof part === 'string' && /^https?:/.test(part) ? 'a link' : part;
  });

async function board(page: Page): Promise<{ cards: number; data: unknown; shares: number[] }> {
  const { data } = await read<OrdersAnswer>(page, '/order', { view: 'board' });
  const cards = Object.values(data.cards ?? {});
  return { cards: cards.length, data: lasting(data), shares: cards.map(({ queuePercent }) => queuePercent ?? 0) };
}

/**
 * Runs a projections command beside the server. An exit code other than 0 fails the test with the
 * command's output.
 */
async function projections(command: 'rebuild' | 'verify'): Promise<string> {
  const { stdout, stderr } = await run(binary, ['projections', command, 'board', '--data', dataFolder()]);
  return stdout + stderr;
}

const noDifference = 'board_cards: 0 rows only in the live table, 0 only in the new one, 0 different';

test.describe('beside the running server', () => {
  const { hostname } = new URL(process.env['PROOFBOARD_URL'] ?? 'http://127.0.0.1:8080');
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  test.skip(!local, `the data folder of a server on ${hostname} cannot be reached from here`);

  test('the board is rebuilt and everybody gets the same board as before (BY-012, BY-013)', async ({ as }) => {
    const owner = await as('owner@acme.test');
    const people = [owner, await as('manager@northlight.test'), await as('operator@northlight.test')];
    const before = await Promise.all(people.map(board));
    expect(Math.min(...before.map(({ cards }) => cards))).toBeGreaterThan(10);
    const said = await projections('rebuild');
    expect(said).toContain(noDifference);
    expect(said).toContain('The new tables are live.');
    const growing = ({ shares }: { shares: number[] }) => shares.map((share) => expect.closeTo(share, 0));
    expect(await Promise.all(people.map(board))).toEqual(before.map((was) => ({ ...was, shares: growing(was) })));
  });

  test('the rebuilt board is live: a move shows in another browser and after a reload (BY-012)', async ({ as }) => {
    const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
    const { order } = await inReview(manager, () => true);
    await expect(column(owner, 'in-review').locator(`[data-card="${order.id}"]`)).toBeVisible();
    await projections('rebuild');
    for (const to of ['in-progress', 'in-review']) {
      await put(manager, `/order/${order.id}/move-progress`, 'card', { moveto: to, via: 'status' });
      await expect(column(owner, to).locator(`[data-card="${order.id}"]`)).toBeVisible();
      await owner.reload();
      await expect(column(owner, to).locator(`[data-card="${order.id}"]`)).toBeVisible();
    }
  });

  test('verify finds that the live board equals the log and exits with 0', async () => {
    expect(await projections('verify')).toContain(noDifference);
  });
});
