import { refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { controls, expectOrderly } from './tree';

// This checks the browser's accessibility tree, which is what a screen reader gets.

test('the list is a table whose rows name number, order and status; an order has named sections and facts as terms; notifications are a dialog with a list; the order form names its fields and announces what is missing (BY-032)', async ({
  page,
  server,
}) => {
  const order = server.orders[0];
  if (!order) throw new Error('there is no order');
  order.status = 'in-progress';
  const main = page.getByRole('main');

  await test.step('the list: its sorting, filter and pages have names and states, and an error can be retried', async () => {
    await page.goto('/order-list');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Orders Advance Filter' })).toBeVisible();
    await expectOrderly(page, 'Orders');
    await expect(main).toMatchAriaSnapshot(`
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
    await expect(main).toMatchAriaSnapshot(`
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
    server.intercept = () => undefined;
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
  });

  await test.step('an order: its name and status as heading, and files with their full names', async () => {
    await page.getByRole('link', { name: order.orderName }).press('Enter');
    await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible();
    await expectOrderly(page, `${order.orderName} In Progress`);
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - button "Rename the order"
        - button "Download all"
        - link "History"
        - region /Proofs for review/:
          - link /harvest-jar-label.png Version 3/
          - button "Actions for harvest-jar-label.png"
          - link "Open the proof"
        - region "Brief":
          - heading "Brief" [level=2]
          - button "Edit the brief"
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
    `);
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
      - menu "More actions":
        - menuitem "Hold Order"
        - menuitem "Cancel Order"
    `);
    await page.getByRole('menuitem', { name: 'Hold Order' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Hold Order":
        - heading "Hold Order" [level=2]
        - button "Close"
        - textbox /Reason/
        - button "Cancel"
        - button "Continue" [disabled]
    `);
    await expect(dialog.getByRole('textbox')).toHaveAttribute('required');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the notifications: each says who did what to which order, and whether it is unread', async () => {
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
    const read = page.getByRole('button', { name: 'Notifications', exact: true });
    await expect(read).toHaveAttribute('aria-expanded', 'true');
    await read.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the order form: names its fields and their requirements, and announces that it is saved', async () => {
    await page.getByRole('button', { name: 'Create New Order' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Brief' })).toBeVisible();
    await expectOrderly(page, 'Create New Order');
    await expect(main).toMatchAriaSnapshot(`
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
});
