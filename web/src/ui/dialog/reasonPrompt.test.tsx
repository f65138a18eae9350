import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerClose } from '../../../tests/closing';
import { show } from '../../../tests/render';
import { askReason, confirm, withdraw } from '..';

const field = () => screen.findByRole('textbox', { name: /Reason/ });

test('Escape closes an empty prompt at once', async () => {
  show(null);
  const answer = askReason({ title: 'Hold Order' });
  await userEvent.type(await field(), '  {Escape}');
  expect(await answer).toBeNull();
});

test('Escape asks before a typed reason is lost', async () => {
  show(null);
  let answer: string | null | undefined;
  void askReason({ title: 'Hold Order' }).then((reason) => (answer = reason));
  await userEvent.type(await field(), 'No logo{Escape}');
  await answerClose('Stay');
  expect(await field()).toHaveValue('No logo');
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  expect(answer).toBeUndefined();
  await userEvent.keyboard('{Escape}');
  await answerClose('Discard');
  await waitFor(() => expect(answer).toBeNull());
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('Escape on the question keeps the reason, and Continue sends it', async () => {
  show(null);
  const answer = askReason({ title: 'Hold Order' });
  await userEvent.type(await field(), 'No logo{Escape}');
  await screen.findByRole('dialog', { name: /without saving/ });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /without saving/ })).toBeNull());
  expect(await field()).toHaveValue('No logo');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await answer).toBe('No logo');
});

test('a prompt that is withdrawn takes its question along, and the next one closes as ever', async () => {
  show(null);
  const reason = askReason({ title: 'Hold Order' });
  const next = confirm({ type: 'YESNO', title: 'Confirm', message: 'Sure?' });
  await userEvent.type(await field(), 'No logo{Escape}');
  await screen.findByRole('dialog', { name: /without saving/ });
  act(() => withdraw('Hold Order'));
  expect(await reason).toBeNull();
  await screen.findByRole('dialog', { name: 'Confirm' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /without saving/ })).toBeNull());
  await userEvent.keyboard('{Escape}');
  expect(await next).toBe(false);
});
