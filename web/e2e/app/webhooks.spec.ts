import { makeDelivery } from '../../tests/fake/webhooks';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';

test('an owner adds a webhook, tests it, sends again what failed, and removes it (BY-040)', async ({
  page,
  server,
}) => {
  await page.goto('/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await lookAt(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'Add a webhook' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('https://hooks.acme.test/proofboard');
  await page.getByRole('radio', { name: 'Chosen events' }).check();
  await page.getByRole('checkbox', { name: 'All about orders' }).check();
  await lookAt(page, 'webhook-add');
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'The secret of your new webhook' });
  await expect(secret.getByRole('textbox', { name: 'Secret' })).toBeFocused();
  await lookAt(page, 'webhook-secret');
  await secret.getByRole('button', { name: 'Done' }).click();

  server.webhooks.deliveries = [
    makeDelivery(1),
    makeDelivery(2, { status: undefined, failure: 'redirect', type: 'order.collaborators_changed' }),
    makeDelivery(3, {
      state: 'waiting',
      status: undefined,
      failure: 'timeout',
      tries: 3,
      nextAt: '2036-01-01T12:00:00Z',
    }),
  ];
  Object.assign(server.webhooks.endpoints[0] ?? {}, { failingSince: '2026-11-20T10:00:00Z' });
  await page.getByRole('main').getByRole('link', { name: 'https://hooks.acme.test/proofboard' }).click();
  await expect(page.getByRole('heading', { name: 'hooks.acme.test', level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Test: Answered 200 (34 ms)')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const again = page.getByRole('button', { name: 'Send again: Status of an order changed, position 401' });
  await expect(again).toBeVisible();
  await lookAt(page, 'webhook-failed');
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Waiting (2)' })).toBeVisible();
  await expect(again).toBeHidden();
  await page.getByRole('link', { name: 'Waiting (2)' }).click();
  await expect(page.getByText('In its turn')).toBeVisible();
  await lookAt(page, 'webhook-waiting');
  await page.getByRole('button', { name: 'Send events again' }).click();
  await page.getByRole('textbox', { name: 'Position' }).fill('420');
  await lookAt(page, 'webhook-replay');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
