import { expect, test } from './fixtures';

/** The number of frames to scroll, 60 px each. */
const frames = 200;

test.use({ orders: 10_000, viewport: { width: 2200, height: 1000 } });

test('a board of 10,000 cards has at most 5,000 elements, and scrolling draws each card once and computes at most one layout a frame (BY-033)', async ({
  page,
}) => {
  await page.goto('/');
  const review = page.locator('[data-column="in-review"]');
  // Every card is drawn once more when the code of dragging has arrived.
  await expect(review.locator('[data-rfd-draggable-id]').first()).toBeVisible();
  expect(await page.locator('*').count()).toBeLessThan(5000);

  // Work is counted here, so a busy machine changes nothing. `make bench-web` measures the time of a frame.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Infinity;
  };
  const before = await layouts();
  const drawn = await review.locator('[class*="scroller"]').evaluate(
    (scroller, count) =>
      new Promise<string[]>((done) => {
        const drawn: string[] = [];
        const observer = new MutationObserver((records) => {
          for (const { addedNodes } of records) {
            for (const node of addedNodes) {
              if (node instanceof HTMLElement && node.dataset['card']) drawn.push(node.dataset['card']);
            }
          }
        });
        observer.observe(document.body, { childList: true, subtree: true });
        let frames = 0;
        const step = () => {
          scroller.scrollTop += 60;
          frames += 1;
          if (frames < count) requestAnimationFrame(step);
          else done(drawn);
        };
        requestAnimationFrame(step);
      }),
    frames,
  );
  expect(await layouts()).toBeLessThanOrEqual(before + frames);
  expect(drawn.length).toBeGreaterThan(0);
  expect(new Set(drawn).size, 'cards that were drawn twice').toBe(drawn.length);

  // The column grows when the next part of its cards arrives.
  await expect(async () => {
    await review.locator('[class*="scroller"]').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect(review.locator('[data-card]').last()).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await page.locator('*').count()).toBeLessThan(5000);
});
