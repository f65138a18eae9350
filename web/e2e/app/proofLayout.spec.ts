import type { Locator, Page } from '@playwright/test';
import { png } from '../bench/artwork';
import { makeProfile, uuid } from '../../tests/fake/data';
import { decideRestMs } from '../../src/features/proof/screen/versions/useCooldown';
import { expect, test, visit } from './fixtures';
import { lookAt } from '../looks';
import { brochure, label, order, proofOf, Proofs } from './proofs';

test.use({ role: 'manager' });

const fileName = 'Autumn harvest jar label, front and back, 3.pdf';
const stage = (page: Page) => page.getByRole('region', { name: 'Proof' });
const drawn = (page: Page): Locator =>
  page.locator('[data-page="1"] [data-sheet][data-drawn="true"], [data-page="1"] img').first();
const box = async (of: Locator) => {
  const found = await of.boundingBox();
  if (!found) throw new Error('it is not on the screen');
  return found;
};

/** Returns the position of every button of the header. */
const places = (page: Page) =>
  page
    .locator('header button:visible, header a:visible')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((each) => [each.getAttribute('aria-label') ?? each.textContent, each.getBoundingClientRect().toJSON()]),
      ),
    );

test('no button of the header moves when the file has loaded; after the order is approved the decisions go and no other button moves (BD-290)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const reviewActions = ['put-on-hold', 'make-changes', 'stay-in-review', 'order-approved'] as const;
  proofs.more = { status: 'in-review', reviewActions: [...reviewActions] };
  const { url } = proofs.newest(label);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${url}*`, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(proofOf(label));
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download Proof' })).toBeDisabled();
  await page.evaluate(() => document.fonts.ready);
  const before = await box(approve);
  release();
  await expect(page.getByRole('button', { name: 'Download Proof' })).toBeEnabled();
  expect(await box(approve)).toEqual(before);

  await expect(drawn(page)).toBeVisible();
  const all = await places(page);
  proofs.intercept = ({ method, path }) => {
    if (method !== 'PUT' || !path.endsWith('move-progress')) return undefined;
    proofs.more = { status: 'approved', reviewActions: [] };
    return undefined;
  };
  const bar = page.getByRole('group', { name: 'Decide about the order' });
  await bar.getByRole('button', { name: 'Order Approved' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Order Approved' }).click();
  await expect(question).toHaveCount(0); // It has a header with a button too.
  await expect(page.getByText(/the proof can be read, not changed/)).toBeVisible();
  await expect(bar).toHaveCount(0);
  const decisions = ['Put On Hold', 'Make Changes', 'Stay In Review', 'Order Approved'];
  expect(await places(page)).toEqual(
    Object.fromEntries(Object.entries(all).filter(([name]) => !decisions.includes(name))),
  );
});

test('Approve, Revise and a request leave every button in its place, at every width (BD-163, BD-164)', async ({
  page,
  server,
  live,
}) => {
  await page.clock.install();
  const proofs = await new Proofs(server).open();
  const version = proofs.newest(label);
  const start = () => {
    Object.assign(version, { isInternalApproved: false });
    Object.assign(version.can, { approve: true, revise: false, certificate: false });
    proofs.of(label).can.requestReview = true;
  };
  start();
  proofs.intercept = ({ method, path, body }) => {
    if (method !== 'POST') return undefined;
    const approved = body.includes('Approved');
    if (path.endsWith('/attachment-timeline')) {
      Object.assign(version, { isInternalApproved: approved });
      Object.assign(version.can, { approve: !approved, revise: approved, certificate: approved });
    } else if (path.endsWith('/request-review')) proofs.of(label).can.requestReview = false;
    else return undefined;
    const data = { orderId: order, attachmentId: label, id: version.id, version: 2, position: server.position };
    return { json: { success: true, message: 'Done.', data } };
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(proofOf(label));
  for (const width of [1440, 1920, 768, 390]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      if (width !== 1440) {
        start();
        await live.drop();
        await page.clock.fastForward(decideRestMs);
      }
      await expect(drawn(page)).toBeVisible();
      if (width < 600) await button('More').click();
      await expect(button('Request CM review')).not.toHaveAttribute('aria-disabled', 'true');
      await expect(button('Approve')).toBeEnabled();
      await page.evaluate(() => document.fonts.ready);
      const before = await places(page);
      await button('Request CM review').click();
      await expect(button('Request CM review')).toHaveAttribute('aria-disabled', 'true');
      expect(await places(page)).toEqual(before);
      await button('Approve').click();
      await expect(page.getByText('Checked', { exact: true }).first()).toBeVisible();
      await expect(button('Certificate')).toBeEnabled();
      expect(await places(page)).toEqual(before);
      await page.clock.fastForward(decideRestMs);
      await expect(button('Revise')).toBeEnabled();
      await button('Revise').click();
      await expect(button('Certificate')).toBeDisabled();
      expect(await places(page)).toEqual(before);
    });
  }
});

test.describe('room for the proof', () => {
  test('an image of any shape opens fitted at 1440 and at 390 px: all of it shows, and the tools cover none of it; a document opens as wide as its space allows, and no wider', async ({
    page,
    server,
  }) => {
    const proofs = await new Proofs(server).open();
    const sizes = [
      [2400, 700],
      [500, 3000],
      [3000, 3000],
    ] as const;
    const newest = proofs.newest(label);
    const versions = sizes.map(([wide, tall], i) => {
      const paper = png(wide, tall, (x, y) => (((x >> 6) + (y >> 6)) & 1 ? 0xf4efe6 : 0x7a2048));
      return { ...newest, id: uuid(60_000 + i), version: 3 - i, ...proofs.put(`large${i}.png`, paper, 'image/png') };
    });
    proofs.of(label).versions = versions;
    await page.goto(proofOf(brochure));
    await expect(drawn(page)).toBeVisible();
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [i, [wide, tall]] of sizes.entries()) {
        await test.step(`${wide} x ${tall} at ${width} px`, async () => {
          await visit(page, proofOf(label, versions[i]?.id));
          await expect(async () => {
            const [ground, tools] = [await box(stage(page)), await box(page.getByRole('toolbar'))];
            const sheet = await box(page.locator('[data-page="1"]', { has: page.locator('img') }));
            expect(sheet.width / sheet.height).toBeCloseTo(wide / tall, 1); // not the image before
            expect(sheet.x).toBeGreaterThanOrEqual(ground.x);
            expect(sheet.x + sheet.width).toBeLessThanOrEqual(ground.x + ground.width);
            expect(sheet.y).toBeGreaterThanOrEqual(ground.y);
            expect(sheet.y + sheet.height).toBeLessThanOrEqual(tools.y);
          }).toPass();
        });
      }
    }
    await visit(page, proofOf(brochure));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('brochure');
    await expect(page.locator('[data-page="1"] [data-sheet][data-drawn="true"]')).toBeVisible();
    const [ground, sheet] = [await box(stage(page)), await box(page.locator('[data-page="1"]'))];
    expect(sheet.width).toBeLessThanOrEqual(ground.width);
    expect(sheet.width).toBeGreaterThan(ground.width - 60);
  });

  for (const [state, status, role, check] of [
    ['in review', 'in-review', 'manager', 'none'],
    ['in progress', 'in-progress', 'creative_manager', 'their own'],
    ['in progress, for its manager', 'in-progress', 'manager', "another's"],
    ['in review, for its owner', 'in-review', 'owner', 'none'],
  ] as const) {
    test.describe(state, () => {
      test.use({ role });
      const stale = check !== 'none';
      const ready = async (page: Page, proofs: Proofs) => {
        const version = proofs.newest(brochure);
        version.fileName = fileName;
        const mayDecide = check === 'their own';
        const changedSince = stale ? [{ what: 'opened', count: 3 }] : [];
        for (const one of proofs.of(brochure).versions) Object.assign(one, { isInternalApproved: stale, changedSince });
        Object.assign(version.can, {
          approve: false,
          revise: mayDecide,
          certificate: mayDecide,
          seeChecked: role !== 'owner',
        });
        proofs.of(brochure).can.requestReview = role !== 'owner';
        await page.route('**/api/*/profile', (route) => {
          const profile = makeProfile(role);
          const abilities = { ...profile.abilities, 'invite-guest-reviewer': ['create'] };
          return route.fulfill({ json: { success: true, data: { ...profile, abilities } } });
        });
        const reviewActions = ['put-on-hold', 'make-changes', 'stay-in-review', 'order-approved'] as const;
        proofs.more = { status, reviewActions: status === 'in-review' ? [...reviewActions] : [] };
        await page.goto(proofOf(brochure));
        await expect(drawn(page)).toBeVisible();
      };

      test(`at 1440 px the file name and the version are readable, and at 390 px the proof has 70% of the screen, while the order is ${state}`, async ({
        page,
        server,
      }) => {
        await ready(page, await new Proofs(server).open());
        const name = page.getByRole('heading', { level: 1 }).getByText(fileName);
        const number = page.getByRole('heading', { level: 1 }).getByText('v2', { exact: true });
        expect(await name.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
        await expect(number).toBeInViewport({ ratio: 1 });
        const seen = await number.evaluate((e) => {
          const { left, top, width, height } = e.getBoundingClientRect();
          return e.contains(document.elementFromPoint(left + width - 2, top + height / 2));
        });
        expect(seen).toBe(true);
        const ticks = page.getByRole('navigation', { name: 'Versions' }).locator('[data-stale]');
        const colours = await ticks.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
        expect(new Set(colours).size, 'stale checks look alike').toBe(stale ? 1 : 0);
        await lookAt(page, `proof-header-${role}-${status}`);

        await page.setViewportSize({ width: 390, height: 844 });
        await expect(page.getByRole('button', { name: 'List of versions' })).toBeVisible();
        const { width, height } = await box(stage(page));
        expect((width * height) / (390 * 844)).toBeGreaterThanOrEqual(0.7);
        await page.getByRole('button', { name: 'List of versions' }).click();
        await expect(page.getByRole('navigation', { name: 'Versions' })).toBeInViewport();
        await lookAt(page, `proof-rail-${role}-${status}`);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
        await expect(page.getByRole('navigation', { name: 'Versions' })).toBeHidden();
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Download Proof' })).toBeInViewport({ ratio: 1 });
      });
    });
  }
});
