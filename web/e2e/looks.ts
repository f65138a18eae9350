import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { default as Axe, RunOptions } from 'axe-core';

/** The small form of axe, which a page reads in half the time. */
const source = readFileSync(resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8');

export type Scheme = 'light' | 'dark';
const schemes: Scheme[] = ['light', 'dark'];

export type Look = { scheme: Scheme; width: number };

const heights: Record<number, number> = { 1440: 900, 768: 1024, 390: 844 };

/** Wide in light and phone in dark: together they cover both schemes and both layouts. */
export const wideAndNarrow: Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
];

/** What has no words and no colours of its own, such as a skeleton, can only be too wide or lack a name. */
export const narrow: Look[] = [{ scheme: 'dark', width: 390 }];

/** A whole page: both schemes, and each width once. */
export const everyWidth: Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 768 },
  { scheme: 'dark', width: 390 },
];

/** Only wide, in both schemes. */
export const light: Look = { scheme: 'light', width: 1440 };
export const dark: Look = { scheme: 'dark', width: 1440 };
export const wide: Look[] = [light, dark];

/** Wide in both schemes, and tablet in both. */
export const wideAndTablet: Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'dark', width: 768 },
  { scheme: 'light', width: 768 },
];

/** Wide and phone, each in both schemes. */
export const wideAndPhone: Look[] = [1440, 390].flatMap((width) => schemes.map((scheme) => ({ scheme, width })));

const shots = process.env['SHOTS'];

/**
 * Returns the violations that axe finds, one line per rule: of every rule, or of those about colours
 * only. It loads axe into the page once. The shell is there before the code of its page, so it waits for
 * the page's heading.
 */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await expect(page.locator('h1').first()).toBeAttached();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = { resultTypes: ['violations'], preload: false };
  if (rules === 'colours') options.runOnly = ['color-contrast', 'link-in-text-block'];
  return page.evaluate(async (wanted) => {
    const { axe: here } = window as unknown as { axe: typeof Axe };
    const { violations: found } = await here.run(document, wanted);
    return found.map(({ id, nodes }) => {
      const shown = nodes.slice(0, 3).map(({ html, any }) => [html, any[0]?.message].join(' '));
      return `${id}, ${nodes.length} times: ${shown.join(' | ')}`;
    });
  }, options);
}

/**
 * Returns how far the page itself scrolls sideways, in px. The board may scroll where it has room
 * for columns.
 */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    if (window.location.pathname === '/' && window.innerWidth > 768) return 0;
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/** Reduced motion ends no transition that has begun, and axe would see its half-faded colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    } while (moving().length > 0);
  });
}

/** Shows the page in a scheme, and in a width if one is given. */
async function paint(page: Page, { scheme, width }: Partial<Look> & { scheme: Scheme }): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (width) await page.setViewportSize({ width, height: heights[width] ?? 900 });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
  await settle(page);
}

/**
 * Fails with the violations that axe finds on the current page in either scheme: of the second, those of
 * colours, because that is all that a scheme changes. With SHOTS=1 it
 * writes screenshots of both to shots/.
 */
export async function expectNoViolation(page: Page, name: string): Promise<void> {
  const wrong: string[] = [];
  for (const scheme of schemes) {
    await paint(page, { scheme });
    if (shots) await page.screenshot({ path: `shots/${name}-${scheme}.png` });
    const found = await violations(page, scheme === schemes[0] ? 'all' : 'colours');
    wrong.push(...found.map((line) => `${name}-${scheme}: ${line}`));
  }
  expect(wrong).toEqual([]);
}

/**
 * Checks the current page without reloading it: the scheme is applied, axe finds no violation, and
 * the page is not wider than the screen. At a width that it has looked at, it checks only the colours of
 * the other scheme. With SHOTS=1 it writes screenshots of each width in both
 * schemes to shots/. It leaves the page wide.
 */
export async function lookAt(page: Page, name: string, looks: Look[] = wideAndNarrow): Promise<void> {
  const wrong: string[] = [];
  const widths = new Set<number>();
  for (const look of looks) {
    await paint(page, look);
    const at = `${name}-${look.scheme}-${look.width}`;
    const found = await violations(page, widths.has(look.width) ? 'colours' : 'all');
    widths.add(look.width);
    wrong.push(...found.map((line) => `${at}: ${line}`));
    const over = await sideways(page);
    if (over > 0) wrong.push(`${at}: ${over} px wider than the screen`);
  }
  if (shots) {
    for (const width of new Set(looks.map((look) => look.width))) {
      for (const scheme of schemes) {
        await paint(page, { scheme, width });
        await page.screenshot({ path: `shots/${name}-${scheme}-${width}.png` });
      }
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // A soft assertion, so that a failure here does not hide failures in later states.
  expect.soft(wrong).toEqual([]);
}
