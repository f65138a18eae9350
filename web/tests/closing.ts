import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

const name = 'Close without saving?';

/** Waits for the question that comes before unsaved input is lost, and answers it. */
export async function answerClose(answer: 'Stay' | 'Discard'): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name }, { timeout: 4000 }));
  await userEvent.click(question.getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
}

/** Fails unless Escape asks before `form` closes: it stays open for 'Stay', and closes for 'Discard'. */
export async function expectEscapeAsks(form: () => HTMLElement | null): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await answerClose('Stay');
  expect(form()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await answerClose('Discard');
  await waitFor(() => expect(form()).toBeNull());
}
