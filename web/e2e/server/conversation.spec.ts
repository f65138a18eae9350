import { lookAt, wideAndNarrow } from '../looks';
import { found, ordersIn } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

test('owner and manager talk about an order from the bell, and the owner never sees the internal tab (BY-061)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const owner = await as('owner@acme.test');
  const order = found(await ordersIn(owner, 'in-progress'), ({ frozen }) => !frozen, 'order in progress');
  const path = `/orders/detail/${order.id}`;

  await owner.goto(path);
  const asked = owner.getByRole('region', { name: 'Conversation' });
  await expect(asked.getByRole('radiogroup')).toHaveCount(0);
  await asked.getByRole('button', { name: 'Write to the design team' }).click();
  await owner.keyboard.type('Is the darker blue in the second version?');
  await owner.keyboard.press('Control+Enter');
  await expect(asked.getByText('Is the darker blue in the second version?')).toBeVisible();

  await manager.getByRole('button', { name: /^Notifications/ }).click();
  const told = manager.getByRole('dialog', { name: 'Notifications' });
  await told.getByText('Is the darker blue in the second version?').first().click();
  await told
    .getByText(/wrote in the conversation/)
    .first()
    .click();
  await expect(manager).toHaveURL(new RegExp(`${order.id}\\?commentId=.*public=true`));
  const talk = manager.getByRole('region', { name: 'Conversation' });
  const message = talk.getByRole('listitem').filter({ hasText: 'Is the darker blue in the second version?' });
  await expect(message).toBeInViewport();
  await message.getByRole('button', { name: 'Reply' }).click();
  await manager.keyboard.type('It is, look at the lid.');
  await manager.keyboard.press('Control+Enter');
  await expect(asked.getByText('It is, look at the lid.')).toBeVisible();

  await talk.getByText('Internal', { exact: true }).click();
  await talk.getByRole('button', { name: 'Write to your team' }).click();
  await manager.keyboard.type('They pay by the hour.');
  await manager.keyboard.press('Control+Enter');
  await expect(talk.getByText('They pay by the hour.')).toBeVisible();
  await lookAt(manager, 'the conversation', wideAndNarrow);

  await owner.reload();
  await expect(asked.getByText('It is, look at the lid.')).toBeVisible();
  await expect(owner.getByText('They pay by the hour.')).toHaveCount(0);
  await expect(owner.getByText('wrote in the conversation')).toHaveCount(1);
});
