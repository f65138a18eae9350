import userEvent from '@testing-library/user-event';

/**
 * Puts a text into a field at once. Typing draws the form anew for each letter, which is worth its time only
 * where a test is about typing.
 */
export async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
