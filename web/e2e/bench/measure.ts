import type { Browser, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { signIn } from '../app/fixtures';
import type { BenchServer } from './server';

export type Load = {
  /** The time in ms from the navigation until cards are painted and no long task follows. */
  interactive: number;
  /** The time in ms until the first card is painted. */
  painted: number;
  /** The total time in ms by which tasks exceeded 50 ms, until then. */
  blocked: number;
  nodes: number;
};

type Seen = { painted: number; tasks: { end: number; over: number }[] };
type Measured = typeof globalThis & { seen: Seen };

/** Records in the page when the first card is painted, and every task over 50 ms. */
function watch(): void {
  const seen: Seen = { painted: 0, tasks: [] };
  (globalThis as Measured).seen = seen;
  // The app prefetches only when the browser is idle, so here it never prefetches.
  window.requestIdleCallback = () => 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.tasks.push({ end: startTime + duration, over: duration - 50 });
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = new MutationObserver(() => {
    if (!document.querySelector('[data-card]')) return;
    look.disconnect();
    requestAnimationFrame(() => setTimeout(() => (seen.painted = performance.now())));
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Returns a new page of a signed-in user. Its websocket accepts the login and sends no events. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1000 } });
  await signIn(page, 'owner');
  await page.routeWebSocket('**/api/realtime', (socket) => {
    socket.onMessage(() => socket.send(JSON.stringify({ event: 'login', data: {}, position: 1 })));
  });
  return page;
}

/** Opens the board in a new page. Resolves `quiet` ms after its last long task. */
export async function open(browser: Browser, server: BenchServer): Promise<{ page: Page; load: Load }> {
  const page = await newPage(browser);
  await page.addInitScript(watch);
  await page.goto(server.url);
  await page.waitForFunction(() => {
    const { painted, tasks } = (globalThis as Measured).seen;
    return painted > 0 && performance.now() - Math.max(painted, ...tasks.map(({ end }) => end)) > 1500;
  });
  const load = await page.evaluate((): Load => {
    const { painted, tasks } = (globalThis as Measured).seen;
    return {
      interactive: Math.max(painted, ...tasks.map(({ end }) => end)),
      painted,
      blocked: tasks.reduce((sum, { over }) => sum + over, 0),
      nodes: document.querySelectorAll('*').length,
    };
  });
  return { page, load };
}

/** Makes the page measure the time between frames. `stop` returns the times in ms. */
export async function frames(page: Page): Promise<{ stop: () => Promise<number[]> }> {
  const counter = await page.evaluateHandle(() => {
    const times: number[] = [];
    let on = true;
    let last = 0;
    const frame = (at: number) => {
      if (last > 0) times.push(at - last);
      last = at;
      if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return {
      stop() {
        on = false;
        return times;
      },
    };
  });
  return { stop: () => counter.evaluate((c) => c.stop()) };
}

/** Lifts a card and drags it over the columns for `ms`. */
export async function dragFrames(page: Page, ms: number): Promise<number[]> {
  const box = await page.locator('[data-column="in-progress"] [data-card]').first().boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + 100, box.y + 30];
  // This loads the code of drag and drop.
  await page.mouse.move(x, y);
  await page.locator('[data-rfd-draggable-id]').first().waitFor();
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10, { steps: 3 });
  await page.locator('[data-lifted]').waitFor();
  const { stop } = await frames(page);
  const start = performance.now();
  for (let at = 0; at < ms; at = performance.now() - start) {
    // Back and forth over four columns, and up and down within them.
    const part = (at / ms) * Math.PI * 4;
    await page.mouse.move(x + 450 - 550 * Math.cos(part), y + 250 - 200 * Math.cos(part * 3));
  }
  const times = await stop();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('[data-lifted]').waitFor({ state: 'detached' });
  return times;
}

/** Scrolls an element, a column of the board unless another is given, by 60 px in each of `count` frames. */
export async function scrollFrames(
  page: Page,
  count: number,
  what = '[data-column="in-review"] [class*="scroller"]',
): Promise<number[]> {
  const { stop } = await frames(page);
  await page.locator(what).evaluate(
    (scroller, steps) =>
      new Promise<void>((done) => {
        let left = steps;
        const step = () => {
          scroller.scrollTop += 60;
          left -= 1;
          if (left > 0) requestAnimationFrame(step);
          else done();
        };
        requestAnimationFrame(step);
      }),
    count,
  );
  return stop();
}

/** Makes the page measure the time in ms from each key until what it changed is painted. `stop` returns the times. */
export async function keyTimes(page: Page): Promise<{ stop: () => Promise<number[]> }> {
  const counter = await page.evaluateHandle(() => {
    const times: number[] = [];
    const note = (event: KeyboardEvent) => {
      if (event.key.length !== 1) return;
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp)));
    };
    window.addEventListener('keydown', note, true);
    return {
      async stop() {
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 1)));
        window.removeEventListener('keydown', note, true);
        return times;
      },
    };
  });
  return { stop: () => counter.evaluate((c) => c.stop()) };
}

export type Frames = {
  /** The times between frames in ms. */
  times: number[];
  /** The time of the page's main thread per frame in ms. It excludes other work of the machine. */
  each: number;
};

/** Repeats a movement and returns the run that other work of the machine disturbed least. */
export async function quietest(page: Page, turns: number, move: () => Promise<number[]>): Promise<Frames> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const all: Frames[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const before = await spent();
    const times = await move();
    all.push({ times, each: ((await spent()) - before) / times.length });
  }
  await cdp.detach();
  return all.reduce((best, one) => (quantile(one.times, 0.95) < quantile(best.times, 0.95) ? one : best));
}

/** Slows the processor of the page down by the factor `times`. */
export async function slower(page: Page, times: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: times });
}

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

/** Returns the memory in MB of the largest tab with its threads. It works on Linux only. */
export async function tabMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const tabs = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = tabs.map(async ({ id }) => {
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(...(await Promise.all(sizes)));
}
