import type { Locator, Page } from '@playwright/test';
import { uuid } from '../../tests/fake/data';
import { refused } from '../../tests/fake/server';
import { card, column, first, inStatus } from './boardPage';
import { expect, test } from './fixtures';
import { controls, expectOrderly } from './tree';

// These tests check the browser's accessibility tree, which is what a screen reader gets.

/** The region that announces moves and errors immediately. */
const announced = (page: Page): Locator => page.locator('[aria-live="assertive"]');

test.describe('the board', () => {
  test.use({ role: 'manager', viewport: { width: 2200, height: 1000 } });

  test('has landmarks, columns with counts, and cards with number, name and status; it announces moves and refusals (BY-032, BY-035)', async ({
    page,
    server,
  }) => {
    await page.goto('/');
    const [order, other] = inStatus(server, 'in-review');
    if (!order || !other) throw new Error('too few orders are in review');
    await expect(card(page, order.id)).toBeVisible();
    await expectOrderly(page, 'Order board', true);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - status: Live
        - combobox "Sort cards by"
        - region /New Order, \\d+ orders/:
          - heading "New Order" [level=2]
          - heading /Active \\d+/ [level=3]
          - list "Active"
          - heading /Queue \\d+/ [level=3]
          - list "Queue"
        - region /In Progress, \\d+ orders/
        - region /In Review, 4 orders/:
          - heading "In Review" [level=2]
          - list:
            - 'listitem "${order.orderId} ${order.orderName}, In Review"':
              - link "${order.orderName}"
              - time: /Created/
              - 'button "Menu of ${order.orderId} ${order.orderName}"'
        - region /On Hold, \\d+ orders/
        - region /Approved, \\d+ orders/:
          - heading /Completed \\d+/ [level=3]:
            - button /Completed \\d+/
        - region /Cancelled, \\d+ order/
    `);
    await card(page, order.id).focus();
    await expect(card(page, order.id)).toHaveAccessibleDescription(/Press Space to lift the card/);
    await page.keyboard.press('x');
    await expect(card(page, order.id)).toHaveAccessibleName(`${order.orderId} ${order.orderName}, In Review, selected`);
    await expect(page.getByRole('status').filter({ hasText: '1 card selected' })).toHaveCount(1);
    await page.keyboard.press('Escape');

    // Each step of a move is announced, and then that it succeeded.
    const name = `${order.orderId} ${order.orderName}`;
    await page.keyboard.press('Space');
    await expect(announced(page)).toContainText(`${name} lifted in In Review, position 1.`);
    await page.keyboard.press('ArrowLeft');
    await expect(announced(page)).toContainText('In Progress, position');
    await page.keyboard.press('Space');
    await expect(announced(page)).toContainText(`${name} dropped in In Progress`);
    await expect(card(page, order.id)).toHaveAccessibleName(`${name}, In Progress`);
    await expect(page.getByRole('status').filter({ hasText: 'Moved to In Progress' })).toMatchAriaSnapshot(`
      - status:
        - text: /Moved to In Progress/
        - button "Undo"
        - button "Dismiss"
    `);

    // A refusal of the server is announced with its reason.
    server.intercept = ({ path }) =>
      path.endsWith('move-progress')
        ? refused(409, 'order.frozen', 'A manager has just frozen this order.')
        : undefined;
    await card(page, other.id).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await expect(announced(page)).toContainText('In Progress, position');
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed!' })).toContainText(
      'A manager has just frozen this order.',
    );
    await expect(column(page, 'in-review').locator(`[data-card="${other.id}"]`)).toHaveAccessibleName(/, In Review$/);
  });
});

test('the list is a table whose rows name number, order and status; its sorting, filter and pages have names and states (BY-032)', async ({
  page,
  server,
}) => {
  const order = first(server, 'in-progress');
  await page.goto('/order-list');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Orders Advance Filter' })).toBeVisible();
  await expectOrderly(page, 'Orders');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - button "View"
      - button "Export CSV"
      - group "Show orders by status":
        - button "All" [pressed]
        - button "In Review"
      - region "Orders":
        - table:
          - rowgroup:
            - row:
              - columnheader "Order":
                - button "Order"
              - columnheader "Status"
              - columnheader "Due":
                - button "Due"
          - rowgroup:
            - 'row /${order.orderName} ${order.orderId} .* In Progress/':
              - cell:
                - link "${order.orderName}"
              - cell "In Progress"
      - text: 1–10 of 24
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - button "Page 1"
      - button "Page 2"
      - button "Next page"
      - combobox "Orders on a page"
  `);
  await expect(page.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');

  server.intercept = ({ query }) =>
    query.get('sort') ? refused(503, 'unavailable', 'The list is not to be had right now.') : undefined;
  await page.goto('/order-list?sort=name&dir=asc');
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - paragraph
      - text: /The list is not to be had right now/
      - button "Try again"
  `);
});

test('an order has its name and status as heading, named sections, facts as terms, and files with their full names (BY-032)', async ({
  page,
  server,
}) => {
  const order = first(server, 'in-progress');
  await page.goto(`/orders/detail/${order.id}`);
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible();
  await expectOrderly(page, `${order.orderName} In Progress`);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - button "Rename the order"
      - button "Download all"
      - link "History"
      - region "Brief":
        - heading "Brief" [level=2]
        - button "Edit the brief"
      - region /Proofs for review/:
        - list:
          - listitem:
            - link /harvest-jar-label.png Version 3/
            - button "Actions for harvest-jar-label.png"
      - region /Supplied files/:
        - list:
          - listitem:
            - link /logo-source-files-from-the-print-shop.psd/
      - region "Timeline":
        - group "Show of the timeline":
          - button "All" [pressed]
          - button "Status"
        - list:
          - listitem:
            - paragraph:
              - text: moved the order to Approved
            - time: /ago/
      - complementary "Facts":
        - region "Details":
          - term: Status
          - definition: In Progress
          - term: Due
          - definition:
            - textbox "Due date"
        - region "People":
          - list:
            - listitem: /Olivia Hartmann/
  `);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "More actions":
      - menuitem "Hold Order"
      - menuitem "Cancel Order"
  `);
  await page.getByRole('menuitem', { name: 'Hold Order' }).press('Enter');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Hold Order":
      - heading "Hold Order" [level=2]
      - button "Close"
      - textbox /Reason/
      - button "Cancel"
      - button "Continue" [disabled]
  `);
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveAttribute('required');
});

test('the order form names its fields and their requirements, and announces what is missing and that it is saved (BY-032)', async ({
  page,
}) => {
  await page.goto('/orders/new');
  await expect(page.getByRole('textbox', { name: 'Brief' })).toBeVisible();
  await expectOrderly(page, 'Create New Order');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - region "Order":
        - combobox "Service category"
        - combobox "Service"
        - textbox "Order name"
        - textbox "Brief"
        - button "Bold"
        - textbox "Due date"
        - combobox "Priority"
        - textbox "References"
      - region "Supplied files":
        - heading "Supplied files" [level=2]
        - button "Add file"
      - status: Saved as a draft as you type
      - button "Save as Draft"
      - button "Create Order"
  `);
  const name = page.getByRole('textbox', { name: 'Order name' });
  await expect(name).toHaveAttribute('required');
  await expect(page.getByRole('textbox', { name: 'Brief' })).toHaveAccessibleDescription(/What should be designed/);
  await expect(page.getByRole('textbox', { name: 'References' })).toHaveAccessibleDescription(/one a line/);
  await page.getByRole('button', { name: 'Create Order' }).press('Enter');
  // The focus makes a screen reader read the field with its error.
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Required!');
  await page.keyboard.type('Plum jam label');
  await expect(page.getByRole('status').filter({ hasText: 'Saved as a draft' })).toHaveText('Saved as a draft');
});

test('the notifications are a dialog with a list: each says who did what to which order, and whether it is unread (BY-032)', async ({
  page,
}) => {
  await page.goto(`/orders/detail/${uuid(1000)}`);
  const bell = page.getByRole('button', { name: 'Notifications, 3 unread' });
  await expect(bell).toHaveAttribute('aria-haspopup', 'dialog');
  await bell.press('Enter');
  await expect(bell).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog /Notifications/:
      - heading "Notifications" [level=2]
      - button "Mark All as Read"
      - button "Delete All"
      - button "Notification settings"
      - list:
        - listitem:
          - 'button /Olivia Hartmann commented on a proof .unread. The green of the lid is not the green of the jar PB-1042 Autumn harvest jar label In Review .* 3 messages/'
          - 'button "Mark as read: Autumn harvest jar label"'
          - 'button "Delete: Autumn harvest jar label"'
  `);
  const tree = await page.getByRole('dialog').ariaSnapshot();
  expect(tree).not.toMatch(new RegExp(`- (${controls})(?! ")`));
  await page.getByRole('button', { name: 'Mark All as Read' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});
