import { expect, type Page } from '@playwright/test';

/** The roles of controls, as a pattern. */
export const controls =
  'button|link|textbox|combobox|checkbox|radio|switch|tab|menuitem|option|slider|spinbutton|searchbox';

/**
 * Expects the landmarks of a page, an h1 before all other headings, no skipped heading level, and a
 * name for every control. Roles with many pages have them in groups.
 */
export async function expectOrderly(page: Page, h1: string, grouped = false): Promise<void> {
  const pages = grouped
    ? `- group "Orders":
          - link "Board"
          - link "Orders"`
    : `- link "Board"
        - link "Orders"`;
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - button /^Notifications/
      - button /^User menu of/
    - complementary "Sidebar":
      - navigation "Main":
        ${pages}
    - main:
      - heading "${h1}" [level=1]
  `);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const tree = await page.locator('body').ariaSnapshot();
  const main = await page.getByRole('main').ariaSnapshot();
  const levels = [...main.matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  const skipped = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);
  expect(skipped, `headings of ${levels.join(', ')}`).toEqual([]);
  const used = tree.split('\n').filter((line) => new RegExp(`^\\s*- '?(${controls})\\b`).test(line));
  expect(used.length).toBeGreaterThan(10);
  expect(
    used.filter((line) => !new RegExp(`^\\s*- '?(${controls}) "`).test(line)),
    'controls without a name',
  ).toEqual([]);
}
