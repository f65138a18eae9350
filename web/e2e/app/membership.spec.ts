import { withPlan } from '../../tests/fake/membership';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

test.beforeEach(({ server }) => {
  server.own.profile = withPlan(server.own.profile);
});

test('the sidebar has the plan in its place, its storage unfolds in 350 ms, a meter leads to its events, a leave is planned and taken back with the keyboard, a plan begins for the amount that was confirmed, and a scheduled change shows everywhere (BY-032)', async ({
  page,
  server,
  live,
}) => {
  await page.goto('/archived-order');
  const block = page.getByRole('region', { name: 'Membership' });
  await expect(block.getByText('12.5 / 50.0 h')).toBeVisible(); // BD-348
  await expect(block.getByText('25.0%')).toBeVisible(); // BD-349
  // Its place has the height of what loads into it.
  const place = block.locator('..');
  const height = (await place.boundingBox())?.height;
  expect(
    await place.evaluate((one) => {
      const empty = one.cloneNode(false) as HTMLElement;
      one.replaceWith(empty);
      const { height: reserved } = empty.getBoundingClientRect();
      empty.replaceWith(one);
      return reserved;
    }),
  ).toBeCloseTo(height ?? 0, 0);
  const more = block.getByRole('button', { name: 'Additional storage' });
  const list = page.locator(`[id="${await more.getAttribute('aria-controls')}"]`);
  await expect(list).toHaveCSS('transition-duration', '0.35s, 0.35s'); // BD-358
  await expect(block.getByText('Archive 5 GB')).toBeHidden();
  await more.press('Enter');
  await expect(block.getByText('Archive 5 GB')).toBeVisible(); // BD-357
  await lookAt(page, 'membership-block', wideAndNarrow);

  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const bar = await page.getByRole('banner').boundingBox();
  for (const window of [900, 640]) {
    await page.setViewportSize({ width: 1440, height: window });
    expect((await sidebar.boundingBox())?.height).toBe(window - (bar?.height ?? 0)); // BD-118
    await sidebar.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await expect(sidebar.getByText('Account Owner')).toBeInViewport();
  }

  const { membership } = server.own.profile;
  if (membership) membership.orders = { ...membership.orders, currentActiveOrder: 6 };
  live.send({ event: 'reload-order', data: { orderId: 'one' } });
  await expect(block.getByText('6 / 6')).toBeVisible();
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.getByRole('link', { name: /^Membership\. Studio/ }).click();
  await expect(page).toHaveURL('/membership/service');

  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  // The tooltip of the button under the pointer is outside of all landmarks.
  await page.mouse.move(700, 400);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await block.getByRole('link', { name: /^Allocated hours/ }).press('Enter');
  await expect(page).toHaveURL('/membership/service#hours');
  const events = page.getByRole('table', { name: 'Allocated hours: what counts' });
  await expect(events.getByRole('row', { name: 'Sum of all events' })).toContainText('12.5 h'); // BY-042
  await expect(page.getByRole('heading', { name: 'Allocated hours: what counts' })).toBeFocused();
  await lookAt(page, 'membership', wideAndPhone);
  await page.getByRole('link', { name: 'Orders in this cycle: show the events' }).press('Enter');
  await expect(page.getByText('Nothing yet')).toBeVisible();

  const day = page.getByRole('textbox', { name: 'The leave ends on' });
  await day.fill('15 Jan 2027');
  await day.press('Enter');
  const answer = page.getByRole('dialog').getByRole('button', { name: 'Take a leave' });
  await expect(answer).toBeFocused();
  await page.keyboard.press('Enter');
  const taken = page.getByRole('region', { name: 'Your plan' }).getByRole('button', { name: 'Cancel the leave' });
  await expect(taken).toBeVisible();
  await lookAt(page, 'membership-leave', wideAndNarrow);
  await taken.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(page.getByText('goes on leave')).toHaveCount(0);

  await page.getByRole('link', { name: 'Compare plans' }).press('Enter');
  const plan = page.getByRole('listitem', { name: 'Studio Plus' });
  await lookAt(page, 'plans', wideAndPhone);
  const now = plan.getByRole('button', { name: 'Upgrade now' });
  await now.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change to Studio Plus now?' });
  await expect(dialog.getByRole('button', { name: 'Confirm $18.00' })).toBeVisible();
  await lookAt(page, 'plans-confirm', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(now).toBeFocused();
  await now.press('Enter');
  const choice = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Confirm $18.00' }).press('Enter');
  expect((await choice).postDataJSON()).toMatchObject({ confirmed: { total: 1800 } });
  await expect(dialog).toHaveCount(0);

  await page.getByRole('listitem', { name: 'Agency' }).getByRole('button').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule the change' }).press('Enter');
  await expect(page.getByText('Your plan changes to Agency on 10 Dec 2026.')).toHaveCount(2); // SH-150
  await lookAt(page, 'plans-scheduled', wideAndPhone);
});

test('the modal of a leave and the reason why no order can begin have no violation', async ({ page, server }) => {
  server.own.profile = withPlan(server.own.profile, {
    state: 'on-leave',
    open: false,
    label: 'Subscription Inactive',
    inactive: true,
    onSubscriptionLeave: true,
    onSubscriptionLeaveReactivationDateFormat: '15 Jan 2027',
  });
  await page.goto('/archived-order');
  const leave = page.getByRole('dialog', { name: 'Your subscription is on leave' });
  await expect(leave.getByText('15 Jan 2027')).toBeVisible(); // BD-415
  await lookAt(page, 'leave', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(leave).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Your subscription is on leave until 15 Jan 2027.')).toBeVisible();
  await expect(leave).toHaveCount(0); // BD-414
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'No new orders now' })).toBeVisible();
  await lookAt(page, 'no-new-orders', wideAndNarrow);
});
