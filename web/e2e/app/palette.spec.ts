import type { Page } from '@playwright/test';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { expectFocusSeen, reach } from './keys';
import { label, proofOf, Proofs } from './proofs';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const active = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test.describe('a manager, by keyboard alone', () => {
  test.use({ role: 'manager' });

  test('goes to orders and pages, runs actions of the page, and opens it from a field, an editor and the proof screen (BY-049)', async ({
    page,
    server,
    context,
  }) => {
    const [order] = server.orders;
    if (!order) throw new Error('there is no order');
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/');
    await expect(page.locator('[data-card]').first()).toBeVisible();

    await test.step('from a field, and back to it', async () => {
      await page.keyboard.press('Control+q');
      await expect(page.getByRole('textbox', { name: 'Quick search' })).toBeFocused();
      await open(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('textbox', { name: 'Quick search' })).toBeFocused();
    });

    await test.step('to an order that is loaded', async () => {
      await open(page);
      await page.keyboard.type('PB-1042');
      await expect(active(page)).toContainText('PB-1042');
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText(/Autumn harvest jar label/);
      await expect(heading).toBeFocused();
      await expectFocusSeen(page);
    });

    await test.step('an action of the page, with the focus back where it was', async () => {
      const button = page.getByRole('button', { name: 'More actions' });
      await reach(page, button);
      await open(page);
      await page.keyboard.type('no such thing');
      await expect(page.getByText('Nothing matches “no such thing”.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(field(page)).toHaveCount(0);
      await expect(button).toBeFocused();

      await open(page);
      await page.keyboard.type('hold order');
      await expect(active(page)).toHaveText('Hold Order');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /^Hold/ });
      await expect(dialog.getByRole('textbox')).toBeFocused();
      // The palette does not open over a dialog.
      await page.keyboard.press('Control+k');
      await expect(field(page)).toHaveCount(0);
      await page.keyboard.type('Waiting for the client');
      await reach(page, dialog.getByRole('button', { name: 'Continue' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => order.status).toBe('on-hold');
      await expect(button).toBeFocused();
    });

    await test.step('from a text editor', async () => {
      await page.getByRole('button', { name: 'Edit the brief' }).click();
      await expect(page.getByRole('textbox', { name: 'Brief' })).toBeFocused();
      await open(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('textbox', { name: 'Brief' })).toBeFocused();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    });

    await test.step('to a page, and to an order that only the server has', async () => {
      await open(page);
      await page.keyboard.type('archived');
      await expect(active(page)).toHaveText('Archived orders');
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText('Archived orders');
      await page.reload();
      await expect(heading).toHaveText('Archived orders');
      await open(page);
      await page.keyboard.type('delivery van');
      await expect(active(page)).toContainText('Delivery van lettering');
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText(/Delivery van lettering/);

      // What was opened last is on top, without the open page.
      await open(page);
      const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
      await expect(recent.first()).toHaveText('Archived orders');
      await expect(recent.nth(1)).toContainText('PB-1042 Autumn harvest jar label');
    });

    await test.step('Ctrl+Enter opens a line in a new tab', async () => {
      await page.keyboard.type('general settings');
      await expect(active(page)).toHaveText('General Settings');
      const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
      expect(new URL(tab.url()).pathname).toBe('/settings');
      await tab.close();
      await expect(field(page)).toBeFocused();
    });

    await test.step('from the proof screen', async () => {
      await new Proofs(server).open();
      await page.goto(proofOf(label));
      await expect(page.getByRole('button', { name: 'Download Proof' })).toBeEnabled();
      await open(page);
      const group = page.getByRole('group', { name: 'Viewing the proof' });
      await expect(group.getByRole('option', { name: 'Zoom in' })).toHaveText('Zoom inCtrl+');
      await expect(group.getByRole('option', { name: 'Download Proof' })).toBeVisible();
    });
  });
});

test('axe finds no violation in the palette: at first, with results, without, and when the search failed; a pointer finds it in the user menu, where the focus returns (BY-032)', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await open(page);
  await lookAt(page, 'palette', wideAndPhone);
  const status = page.getByRole('dialog').getByRole('status');
  await field(page).fill('label');
  await expect(status).toHaveText(/results$/);
  await lookAt(page, 'palette-results', wideAndNarrow);
  await field(page).fill('qqqq');
  await expect(status).toHaveText('No results');
  await lookAt(page, 'palette-nothing', wideAndNarrow);
  server.intercept = ({ path }) =>
    path.endsWith('/search') ? refused(500, 'internal', 'The search does not answer.') : undefined;
  await field(page).fill('jar label');
  await expect(status).toHaveText(/The search does not answer\.$/);
  await expect(active(page)).toContainText('Autumn harvest jar label');
  await lookAt(page, 'palette-failed', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole('button', { name: /^User menu/ });
  await menu.click();
  await page.getByRole('button', { name: /Search and commands/ }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('button', { name: /Search and commands/ }).click();
  await page.getByRole('option', { name: 'Archived orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archived orders');
});
