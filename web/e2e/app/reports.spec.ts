import { uuid } from '../../tests/fake/fixed';
import { makeReport } from '../../tests/fake/reports';
import { lookAt, wideAndNarrow } from '../looks';
import { expect, test } from './fixtures';

const printed = uuid(301); // a service

test.describe('for an owner', () => {
  test('a report keeps its limits and an open figure in the address: axe finds no violation (SH-091)', async ({
    page,
    server,
  }) => {
    const asked = () => server.requests.filter(({ path }) => path.endsWith('/reports/orders'));
    await page.goto('/reporting/order?from=2026-10-12&by=service');
    await expect(page.getByRole('region', { name: 'Orders placed, a table' })).toBeVisible();
    expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({ from: '2026-10-12', by: 'service' });
    await page.getByRole('radio', { name: 'Creator' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/\?from=2026-10-12&by=status$/);
    await expect.poll(() => asked().at(-1)?.query.get('by')).toBe('status');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await lookAt(page, 'report-orders', wideAndNarrow);

    const figure = page.getByRole('link', { name: 'Others, Week of 19 Oct 2026, 4: show the orders' });
    await figure.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Orders placed: Others, Week of 19 Oct 2026' });
    await expect(dialog.getByRole('link', { name: 'PB-1042 Label 0' })).toBeVisible();
    await expect(page).toHaveURL(/figure=placed&part=2026-10-19&group=others/);
    await dialog.getByRole('button', { name: 'Load more' }).press('Enter');
    await expect(dialog.getByText('3 orders')).toBeVisible();
    await lookAt(page, 'report-orders-behind', wideAndNarrow);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(figure).toBeFocused();
    await page.goBack();
    await expect(dialog).toBeVisible(); // the address opens it again
    await page.reload();
    await expect(dialog.getByText('PB-1042 Label 0')).toBeVisible();

    server.reports.report = makeReport({ placed: [0, 0], completed: [0, 0], cancelled: [0, 0], worked: [0, 0] });
    await page.goto('/reporting/order');
    await expect(page.getByText('Nothing in this time')).toBeVisible();
    await page.goto('/reporting/operator');
    await expect(page).toHaveURL(/:\d+\/$/); // an owner reads nothing about operators
  });
});

test.describe('for an admin', () => {
  test.use({ role: 'admin' });
  test('the work of each person leads to its orders: axe finds no violation (SH-092)', async ({ page, server }) => {
    await page.goto(`/reporting/operator?from=2026-10-12&serviceId=${printed}`);
    const table = page.getByRole('region', { name: 'Work per operator, a table' });
    await expect(table).toBeVisible();
    const sent = server.requests.findLast(({ path }) => path.endsWith('/reports/operators'));
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ from: '2026-10-12', serviceId: printed });
    await lookAt(page, 'report-operators', wideAndNarrow);
    const rework = table.getByRole('link', { name: 'Yuki Tanaka, Rework, 5: show the orders' });
    await rework.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rework: Yuki Tanaka' });
    await expect(dialog.getByRole('link', { name: 'PB-1042 Label 0' })).toBeVisible();
    await lookAt(page, 'report-operators-behind', wideAndNarrow);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rework).toBeFocused();
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(page).toHaveURL(/\/reporting\/operator$/);
  });
});
