import type { NewOrder, OrderDetails } from '../../src/api/generated';
import { dateField } from '../dates';
import { expect, test } from './fixtures';
import { choose, expectFocusSeen, reach } from './keys';

test.describe('an operator', () => {
  test.use({ role: 'operator' });

  test('sorts the list, chooses its columns, opens an order, edits it, records work on it, holds it and goes back, by keyboard alone (BY-032)', async ({
    page,
    server,
  }) => {
    const press = (key: string) => page.keyboard.press(key);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const saved = () =>
      server.requests
        .filter(({ method, path }) => method === 'PUT' && /\/order\/[^/]+$/.test(path))
        .map(({ body }) => JSON.parse(body) as OrderDetails);
    const [order] = server.orders;
    if (!order) throw new Error('there is no order');
    const link = page.getByRole('region', { name: 'Orders', exact: true }).getByRole('link').first();

    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/RichEditor-*.js', async (route) => {
      await released;
      await route.continue();
    });

    // the list
    await page.goto('/');
    await expect(page.locator('[data-card]').first()).toBeVisible();
    await reach(page, page.getByRole('link', { name: 'List View' }));
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await expect(link).toBeVisible();
    await reach(page, button('Due'));
    await press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(button('Due')).toBeFocused();
    await reach(page, button('View'), 'Shift+Tab');
    await press('Enter');
    const company = page.getByRole('menuitemcheckbox', { name: 'Company' });
    await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
    await reach(page, company, 'ArrowDown');
    await press('Enter');
    await press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
    await expect(button('View')).toBeFocused();
    await reach(page, link);
    await press('Enter');

    // The order: the focus starts on its heading, and returns to each button that opened something.
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/Autumn harvest jar label/);
    await expect(heading).toBeFocused();
    await expectFocusSeen(page);
    await reach(page, button('Rename the order'));
    await press('Enter');
    await expect(page.getByRole('textbox', { name: 'Order name' })).toBeFocused();
    await press('End');
    await page.keyboard.type(' 2027');
    await press('Enter');
    await expect(heading).toHaveText(/Autumn harvest jar label 2027/);
    await expect(button('Rename the order')).toBeFocused();
    await press('Enter');
    await press('Escape');
    await expect(button('Rename the order')).toBeFocused();

    // The editor takes the focus, also when its code comes late.
    await reach(page, button('Edit the brief'));
    await press('Enter');
    await expect(page.getByRole('status', { name: 'Loading Brief' })).toBeVisible();
    release();
    await expect(page.getByRole('textbox', { name: 'Brief' })).toBeFocused();
    await page.keyboard.type(' Gold foil.');
    await expect(page.getByRole('textbox', { name: 'Brief' })).toContainText(/\S Gold foil\.$/);
    await reach(page, button('Save'));
    await press('Enter');
    await expect(button('Edit the brief')).toBeFocused();
    await expect.poll(() => saved().at(-1)?.brief).toContain('Gold foil.');
    await reach(page, button('Edit references'));
    await press('Enter');
    await expect(page.getByRole('textbox', { name: 'References' })).toBeFocused();
    await page.keyboard.type('https://example.org/jar');
    await reach(page, button('Save'));
    await press('Enter');
    await expect(button('Edit references')).toBeFocused();
    expect(saved().at(-1)).toEqual({ references: ['https://example.org/jar'] });

    // The facts: a date is typed and saved once.
    const due = dateField(page, 'Due date');
    await reach(page, due);
    await page.keyboard.type('31.12.2027');
    await press('Enter');
    await expect.poll(() => order.dueDate?.slice(0, 10)).toBe('2027-12-31');
    expect(saved().filter((details) => 'dueDate' in details)).toHaveLength(1);
    await expect(due).toBeFocused();
    const priority = page.getByRole('combobox', { name: 'Priority' });
    await reach(page, priority);
    await choose(page, 'Urgent');
    await expect.poll(() => saved().at(-1)).toEqual({ priority: 'urgent' });
    await expect(priority).toBeFocused();

    // working time
    await reach(page, button('Play'));
    await press('Enter');
    await expect(button('Pause')).toBeFocused();
    await expect(page.getByText('Priya Raman is working on it now.')).toBeVisible();
    await press('Enter');
    await expect(button('Play')).toBeFocused();

    // the timeline
    const chip = page.getByRole('group', { name: 'Show of the timeline' }).getByRole('button', { name: 'Status' });
    await reach(page, chip);
    await press('Space');
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(chip).toBeFocused();

    // The status, and an action that asks for confirmation.
    const status = button(/^Status: /);
    await reach(page, status, 'Shift+Tab');
    await press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await reach(page, page.getByRole('menuitem', { name: 'In Review' }), 'ArrowDown');
    await press('Enter');
    await expect(heading).toHaveText(/In Review/);
    // An operator cannot change the status of an order on hold, so the control is gone.
    await expect(status).toHaveCount(0);
    await expect(heading).toBeFocused();
    await reach(page, button('More actions'));
    await press('Enter');
    await reach(page, page.getByRole('menuitem', { name: 'Hold Order' }), 'ArrowDown');
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Hold Order' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button('More actions')).toBeFocused();
    await press('Enter');
    await reach(page, page.getByRole('menuitem', { name: 'Hold Order' }), 'ArrowDown');
    await press('Enter');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('The logo is missing');
    await reach(page, dialog.getByRole('button', { name: 'Continue' }));
    await press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => order.status).toBe('on-hold');
    await expectFocusSeen(page);

    // Back returns the focus to the row of the order.
    await page.goBack();
    await expect(link).toBeFocused();
    await expect(link).toHaveText('Autumn harvest jar label 2027');
    await expectFocusSeen(page);
  });
});

test('an owner places an order by keyboard alone: service, name, brief, date, priority, references (BY-032)', async ({
  page,
  server,
}) => {
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await reach(page, page.getByRole('button', { name: 'Create New Order' }));
  await press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Create New Order');
  await expect(heading).toBeFocused();

  await reach(page, page.getByRole('combobox', { name: 'Service category' }));
  await choose(page, 'Print');
  await reach(page, page.getByRole('combobox', { name: 'Service', exact: true }));
  await choose(page, 'Label artwork');
  await reach(page, page.getByRole('textbox', { name: 'Brief' }));
  await page.keyboard.type('A label for ');
  await press('Control+b');
  await page.keyboard.type('plum jam');
  await reach(page, page.getByRole('button', { name: 'List', exact: true }));
  await press('Tab');
  await expect(dateField(page, 'Due date')).toBeFocused();
  await page.keyboard.type('31.12.2027');
  await reach(page, page.getByRole('combobox', { name: 'Priority' }));
  await choose(page, 'High');
  await reach(page, page.getByRole('textbox', { name: 'References' }));
  await page.keyboard.type('https://example.org/jam\nno link');

  // The form reports what is wrong, and the first wrong field gets the focus.
  const publish = page.getByRole('button', { name: 'Create Order', exact: true });
  await reach(page, publish);
  await press('Enter');
  const name = page.getByRole('textbox', { name: 'Order name' });
  await expect(name).toHaveAccessibleDescription('Required!');
  await expect(name).toBeFocused();
  await page.keyboard.type('Plum jam label');
  await reach(page, publish);
  await press('Enter');
  const references = page.getByRole('textbox', { name: 'References' });
  await expect(references).toBeFocused();
  for (let i = 0; i < 'no link'.length; i += 1) await press('Backspace');
  await reach(page, publish);
  await press('Enter');

  await expect(heading).toHaveText(/Plum jam label/);
  await expect(heading).toBeFocused();
  await expectFocusSeen(page);
  const written = server.requests
    .filter(
      ({ method, path, body }) => (method === 'POST' || method === 'PUT') && /\/order(\/[^/]+)?$/.test(path) && body,
    )
    .map(({ body }) => JSON.parse(body) as NewOrder);
  const merged = Object.assign({}, ...written) as NewOrder;
  expect(merged).toMatchObject({
    orderName: 'Plum jam label',
    priority: 'high',
    references: ['https://example.org/jam'],
    dueDate: new Date('2027-12-31T23:59:59').toISOString(),
  });
  expect(merged.serviceId).toBeTruthy();
  expect(merged.brief).toContain('"bold"');
  expect(server.orders.at(-1)?.status).toBe('ready-to-go');
});
