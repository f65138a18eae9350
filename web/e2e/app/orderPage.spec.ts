import { uuid } from '../../tests/fake/data';
import { expectNoViolation } from '../looks';
import { expect, test } from './fixtures';

test.use({ role: 'manager' });

const order = uuid(1000);

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const) {
  test(`at ${width} px the newest proof is large and first, and below 1100 px one line opens the facts (D-315)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/orders/detail/${order}`);
    const picture = page.getByRole('link', { name: /harvest-jar-label/ });
    await expect(picture).toBeInViewport({ ratio: 0.6 });
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(Math.min(300, width * 0.75));
    const brief = await page.getByRole('region', { name: 'Brief' }).boundingBox();
    expect(brief?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));

    const details = page.getByRole('region', { name: 'Details' });
    const line = page.getByRole('button', { name: /^In Progress/ });
    if (width > 1100) {
      await expect(details).toBeVisible();
      await expect(line).toHaveCount(0);
    } else {
      await expect(details).toBeHidden();
      expect((await line.boundingBox())?.y).toBeGreaterThan(brief?.y ?? 0);
      await line.press('Enter');
      await expect(line).toHaveAttribute('aria-expanded', 'true');
      await expect(details).toBeVisible();
    }
    await expectNoViolation(page, `order-${width}`);
  });
}
