import type { Page } from '@playwright/test';
import { uuid } from '../../tests/fake/data';
import { dateField, typeDate } from '../dates';
import { expectNoViolation } from '../looks';
import { expect, test } from './fixtures';

/** Runs timers that are due at once a tenth of a second late, as a browser may that is busy. */
function runTimersLate() {
  const { setTimeout } = window;
  const late = (run: TimerHandler, delay = 0, ...args: unknown[]) => setTimeout(run, delay || 100, ...args);
  Object.assign(window, { setTimeout: late });
}

test.use({ role: 'manager' });

type Overlay = { name: string; role: 'menu' | 'dialog'; open: (page: Page) => Promise<void> };

const notifications: Overlay = {
  name: 'notifications',
  role: 'dialog',
  open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
};
const userMenu: Overlay = {
  name: 'user menu',
  role: 'dialog',
  open: (page) => page.getByRole('button', { name: /^User menu/ }).click(),
};

const ofBoard: Overlay[] = [
  notifications,
  userMenu,
  {
    name: 'notification settings',
    role: 'dialog',
    open: async (page) => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('button', { name: 'Notification settings' }).click();
      await expect(page.getByRole('radiogroup', { name: 'Comments' })).toBeVisible();
    },
  },
  { name: 'shortcuts', role: 'dialog', open: (page) => page.keyboard.press('?') },
  {
    name: 'card menu',
    role: 'menu',
    open: (page) => page.locator('[data-column="in-review"] [data-card]').first().press('m'),
  },
];

const ofOrder = ['Hold Order', 'Cancel Order'].map((name): Overlay => ({
  name,
  role: 'dialog',
  open: async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  },
}));

/** Opens each, looks at it in light and dark, and closes it with Escape. */
async function lookAtEach(page: Page, overlays: Overlay[]): Promise<void> {
  for (const { name, role, open } of overlays) {
    await test.step(name, async () => {
      await open(page);
      await expect(page.getByRole(role)).toBeVisible();
      await expectNoViolation(page, name.replace(' ', '-'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
    });
  }
}

test('on the board, axe finds no violation in notifications, user menu, settings, shortcuts and card menu; their buttons close them, Escape returns the focus, and a tooltip is above everything but toasts (BY-032, BD-468)', async ({
  page,
}) => {
  await page.goto('/');
  for (const name of [/^Notifications/, /^User menu/]) {
    const button = page.getByRole('button', { name });
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await button.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await button.press('Enter');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  const card = page.locator('[data-column="in-review"] [data-card]').first();
  const button = card.getByRole('button', { name: /^Menu of/ });
  await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await button.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await card.press('m');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  await page.getByRole('button', { name: 'Collapse the sidebar' }).hover();
  const tip = page.getByText('Collapse the sidebar', { exact: true });
  await expect(tip).toBeVisible();
  await expect(tip).toHaveCSS('z-index', '1020');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lookAtEach(page, ofBoard);

  await test.step('the question before a form is closed is above the form, and keeps or discards what was typed', async () => {
    await card.press('m');
    await page.getByRole('menuitem', { name: 'Due date…' }).click();
    const form = page.getByRole('dialog', { name: /^Due date:/ });
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await typeDate(page, 'Due date', '31.12.2027');
    await form.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click({ timeout: 10_000 });
    await expect(question).toHaveCount(0);
    await expect(dateField(page, 'Due date')).toHaveValue('31 Dec 2027');
    await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click({ timeout: 10_000 });
    await expect(form).toHaveCount(0);
  });
});

test.describe('without transitions', () => {
  // The question is there before the Escape that asks it has reached everybody.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('on an order, axe finds no violation in its questions, and Escape asks before a typed reason or a choice in a popover is lost (BY-032)', async ({
    page,
  }) => {
    await page.addInitScript(runTimersLate);
    await page.goto(`/orders/detail/${uuid(1000)}`);
    await expect(page.getByText('Timeline').first()).toBeVisible();
    await lookAtEach(page, ofOrder);

    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Hold Order' }).click();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    await reason.fill('No logo');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('No logo');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(reason).toHaveCount(0);

    const button = page.getByRole('button', { name: 'Collaborators', exact: true });
    await button.press('Enter');
    const popover = page.getByRole('dialog', { name: 'Collaborators' });
    const names = popover.getByRole('combobox');
    await expect(names).toBeFocused();
    await names.press('Backspace');
    const save = popover.getByRole('button', { name: 'Save' });
    await expect(save).toBeEnabled(); // when the team has loaded
    await save.focus();
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Discard' })).toBeFocused();
    await page.keyboard.press('Escape'); // Answers the question: stay.
    await expect(question).toHaveCount(0);
    await expect(save).toBeFocused();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(popover).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test('on a phone, notifications and user menu stay below their buttons when the page scrolls, and Escape asks before a preset name is lost with the sidebar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/order-list');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  for (const { name, open } of [notifications, userMenu]) {
    await test.step(name, async () => {
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await open(page);
      const popover = page.getByRole('dialog');
      await expect(popover).toBeInViewport({ ratio: 1 });
      await expect(popover).toHaveCSS('opacity', '1');
      await popover.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
      const moved = await popover.evaluate((element) => {
        const before = element.getBoundingClientRect().top;
        window.scrollTo({ top: 300, behavior: 'instant' });
        return [window.scrollY, element.getBoundingClientRect().top - before]; // In the frame of the scroll.
      });
      expect(moved).toEqual([300, 0]);
      await page.keyboard.press('Escape');
      await expect(popover).toHaveCount(0);
    });
  }

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Orders Advance Filter' }).click();
  const name = page.getByLabel('Preset name');
  await name.fill('Late');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Late');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveCount(0);
});
