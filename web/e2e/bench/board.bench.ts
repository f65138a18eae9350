import { test } from '@playwright/test';
import { dragFrames, type Frames, type Load, open, quantile, quietest, scrollFrames, slower } from './measure';
import { startServer } from './server';
import { print, type Row } from './table';

/** The number of loads. Their median counts. */
const turns = 5;
/** The number of drags and scrolls. The least disturbed one counts. */
const moves = 3;
/** The longest frame in ms: a sixtieth of a second, plus the jitter of the clock. */
const frame = 17;

const rows: Row[] = [];
const add = (what: string, figure: number, unit: string, bound?: number) => rows.push({ what, figure, unit, bound });

/** The limits of a first load (checks 24 and 25). */
const bounds: Record<number, { interactive: number; board: number }> = {
  1_000: { interactive: 1000, board: 60 },
  10_000: { interactive: 2000, board: 100 },
};

function addFrames(what: string, { times, each }: Frames, bound: number | undefined): void {
  add(`${what}, main thread a frame`, each, 'ms', bound);
  add(`${what}, frames p50`, quantile(times, 0.5), 'ms', bound);
  add(`${what}, frames p95`, quantile(times, 0.95), 'ms', bound);
  add(`${what}, frames p99`, quantile(times, 0.99), 'ms');
  add(`${what}, frames max`, Math.max(...times), 'ms');
}

test.describe.configure({ mode: 'serial', timeout: 90_000 });

for (const [text, { interactive, board }] of Object.entries(bounds)) {
  const orders = Number(text);
  const cards = orders.toLocaleString('en');

  test(`${cards} cards: first load, as the server sends them`, async ({ browser }) => {
    const server = await startServer(orders, false);
    const loads: Load[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const { page, load } = await open(browser, server);
      loads.push(load);
      await page.context().close();
    }
    const median = (of: (load: Load) => number) => quantile(loads.map(of), 0.5);
    if (orders === 1_000) {
      const sum = [...server.scripts.values()].reduce((a, b) => a + b, 0);
      add('JavaScript before the board shows, gzipped', sum / 1000, 'kB', 170);
    }
    add(`${cards}: the board's answer, gzipped`, server.board() / 1000, 'kB', board);
    add(
      `${cards}: first card painted`,
      median((l) => l.painted),
      'ms',
    );
    add(
      `${cards}: interactive`,
      median((l) => l.interactive),
      'ms',
      interactive,
    );
    add(
      `${cards}: blocked`,
      median((l) => l.blocked),
      'ms',
      200,
    );
    add(
      `${cards}: DOM nodes`,
      median((l) => l.nodes),
      '',
      5000,
    );
    await server.close();
  });

  test(`${cards} cards: all of them in the browser`, async ({ browser }) => {
    const server = await startServer(orders, true);
    const { page, load } = await open(browser, server);
    add(`${cards}, all loaded: interactive`, load.interactive, 'ms');
    add(`${cards}, all loaded: DOM nodes`, load.nodes, '', 5000);
    const drag = () => quietest(page, moves, () => dragFrames(page, 3000));
    addFrames(`${cards}, all loaded: drag`, await drag(), frame);
    const scroll = () => quietest(page, moves, () => scrollFrames(page, 180));
    addFrames(`${cards}, all loaded: scroll`, await scroll(), frame);
    await slower(page, 4);
    addFrames(`${cards}, all loaded: drag, processor 4 times slower`, await drag(), undefined);
    await page.context().close();
    await server.close();
  });
}

test.afterAll(() => print('check 25 and BY-033', rows));
