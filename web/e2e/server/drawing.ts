import type { Page } from '@playwright/test';

/**
 * Draws with a tool by mouse, where no pin or bar covers the page. The shape is a tenth of the page
 * wide and high.
 */
export async function draw(page: Page, tool: string, on = 1): Promise<void> {
  await page.getByRole('radio', { name: tool }).click();
  const [from, to] = await page.locator(`[data-page="${on}"]`).evaluate((sheet) => {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    const at = (x: number, y: number) => ({ x: left + width * x, y: top + height * y });
    const free = ({ x, y }: { x: number; y: number }) => {
      const hit = document.elementFromPoint(x, y);
      return hit?.closest('[data-page]') === sheet && !hit.closest('button');
    };
    const shares = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8];
    const spots = shares.flatMap((y) => shares.map((x) => [at(x, y), at(x + 0.1, y + 0.1)] as const));
    const spot = spots.find((corners) => corners.every(free));
    if (!spot) throw new Error('there is no free spot to draw at');
    return spot;
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}
