import type { Page } from '@playwright/test';

/** Returns a date field by its exact name, without its buttons. */
export const dateField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Types a date in place of the one that a field has, and leaves the field. */
export async function typeDate(page: Page, name: string, text: string): Promise<void> {
  await dateField(page, name).fill(text);
  await dateField(page, name).blur();
}
