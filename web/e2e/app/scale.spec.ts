import { expect, test } from './fixtures';

test.use({ orders: 10_000, viewport: { width: 2200, height: 1000 } });

test('a board of 10,000 cards has at most 5,000 elements and scrolls to its end (BY-033)', async ({ page }) => {
  await page.goto('/');
  const review = page.locator('[data-column="in-review"]');
  await expect(review.locator('[data-card]').first()).toBeVisible({ timeout: 20_000 });
  expect(await page.locator('*').count()).toBeLessThan(5000);

  const frames = await review.locator('[class*="scroller"]').evaluate(
    (scroller) =>
      new Promise<number[]>((done) => {
        const took: number[] = [];
        let before = performance.now();
        const step = () => {
          const now = performance.now();
          took.push(now - before);
          before = now;
          scroller.scrollTop += 120;
          if (took.length < 180) requestAnimationFrame(step);
          else done(took.slice(5));
        };
        requestAnimationFrame(step);
      }),
  );
  const median = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)] ?? Infinity;
  test.info().annotations.push({ type: 'frame', description: `median ${median.toFixed(1)} ms` });
  expect(median).toBeLessThan(20);

  await review.locator('[class*="scroller"]').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect(review.locator('[data-card]').last()).toBeInViewport();
  expect(await page.locator('*').count()).toBeLessThan(5000);
});
