import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/**
 * Returns why the focused element cannot be seen. When it can, returns `there` if it is the target,
 * else ''.
 */
async function lookAtFocus(page: Page, target: ElementHandle | null): Promise<string> {
  return page.evaluate((wanted) => {
    const at = document.activeElement;
    const well = at === wanted ? 'there' : '';
    if (!at || at === document.body) return 'the focus is lost to the body';
    const words = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40) ?? ''}`;
    const box = at.getBoundingClientRect();
    if (box.bottom < 0 || box.right < 0 || box.top > window.innerHeight || box.left > window.innerWidth)
      return `${words} is outside the window`;
    const seen = document.createElement('i');
    seen.style.color = 'var(--focus)';
    document.body.append(seen);
    const ring = getComputedStyle(seen).color;
    seen.style.color = 'var(--mantine-primary-color-filled)';
    const edge = getComputedStyle(seen).color;
    seen.remove();
    // A field shows its focus ring on the frame around it.
    for (let one: Element | null = at, up = 0; one && up < 5; one = one.parentElement, up += 1) {
      const style = getComputedStyle(one);
      const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      if (up === 0 && outlined) return well;
      if (one.contains(at) && [ring, edge].includes(style.borderTopColor) && style.borderTopStyle !== 'none')
        return well;
      if (style.boxShadow.includes(ring)) return well;
    }
    return `${words} does not show that it has the focus: ${at.outerHTML.slice(0, 200)}`;
  }, target);
}

/** Expects that an element has the focus and that the focus is visible. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => lookAtFocus(page, null), { timeout: 3000 }).toBe('');
}

/** Presses a key until the target has the focus. Expects a visible focus after every press. */
export async function reach(page: Page, target: Locator, key = 'Tab', most = 70): Promise<void> {
  await expect(target).toBeVisible();
  const wanted = await target.elementHandle();
  for (let i = 0; i <= most; i += 1) {
    const seen = await lookAtFocus(page, wanted);
    if (seen === 'there') return;
    if (seen && i > 0) await expectFocusSeen(page);
    if (i < most) await page.keyboard.press(key);
  }
  await expect(target, `${key} leads to it`).toBeFocused();
}

/** Chooses an option from the open list of the focused combobox. */
export async function choose(page: Page, name: string): Promise<void> {
  // Some lists open when their field gets the focus.
  const open = page.locator(':focus[aria-expanded="true"]');
  if ((await open.count()) === 0) await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  for (let i = 0; i < 20; i += 1) {
    if ((await option.getAttribute('data-combobox-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
  await expectFocusSeen(page);
}
