import type { Locator, Page } from '@playwright/test';
import type { GuestsAnswer, VersionAnswer } from '../../src/api/generated/proof';
import { dark, light, lookAt, wideAndNarrow } from '../looks';
import { inReview, proofPath, read } from './api';
import { draw } from './drawing';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' });

test('an owner invites a guest, who follows the mailed link, draws and comments live until the owner revokes the invite (SH-303, SH-304, SH-305, SH-306, SH-310, SH-312, SH-313, BD-303, BD-304, BD-305)', async ({
  as,
  browser,
  baseURL,
}) => {
  const manager = await as('manager@northlight.test');
  const proof = await inReview(manager, ({ version }) => version.fileType === 'image');
  const owner = await as('owner@acme.test');
  await owner.goto(proofPath(proof));
  await owner.getByRole('button', { name: 'Invite guest' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Guests' });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText('Required!')).toHaveCount(2);
  await dialog.getByLabel('Name').fill('Vera Visitor');
  const email = `vera-${Date.now()}@example.com`;
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Message').fill('Is the green right?');
  await lookAt(owner, 'invite-form', wideAndNarrow);
  await owner.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const link = await dialog.getByLabel('Link for the guest').inputValue();
  expect(link).toContain('/annotation/guestreviewer#token=');
  await expect(dialog.getByRole('list', { name: 'Invited guests' }).getByRole('listitem').first()).toContainText(
    'Not opened yet',
  );
  await lookAt(owner, 'invite-link', [dark]);
  await owner.keyboard.press('Escape');

  const inbox = await owner.context().newPage();
  await expect(async () => {
    await inbox.goto('/dev/mail');
    await inbox.getByRole('listitem').filter({ hasText: email }).getByRole('link').click({ timeout: 1000 });
  }).toPass();
  await expect(inbox.getByText('Is the green right?')).toBeVisible();
  const mailed = /http\S+guestreviewer#token=\S+/.exec(await inbox.locator('pre').innerText())?.[0] ?? '';
  expect(mailed).toBe(link);
  await inbox.close();

  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const guest = await context.newPage();
  const faults: string[] = [];
  guest.on('pageerror', (error) => faults.push(error.message));
  await guest.goto(new URL(mailed).pathname + new URL(mailed).hash);
  await expect(guest).toHaveTitle(/^Guest Reviewer/);
  const welcome = guest.getByRole('dialog', { name: 'Welcome, Vera Visitor' });
  await expect(welcome).toContainText('Is the green right?');
  expect(guest.url(), 'the secret is no longer in the address').not.toContain('token');
  await lookAt(guest, 'guest-welcome', [light]);
  await welcome.getByRole('button', { name: 'Got it!' }).click();
  await expect(guest.getByRole('toolbar', { name: 'Markup and zoom' })).toBeVisible();
  for (const name of [
    'Approve',
    'Revise',
    'Request CM review',
    'Invite guest',
    'Download proof',
    'Order Approved',
    'Make Changes',
  ])
    await expect(guest.getByRole('button', { name }), name).toHaveCount(0);
  await expect(guest.getByRole('tab')).toHaveCount(0);
  await guest.locator('[data-page="1"]').click({ button: 'right' });
  await expect(guest.getByRole('menuitem', { name: 'Fit' })).toBeVisible();
  for (const name of ['Copy link', 'Open in new tab', 'Download proof'])
    await expect(guest.getByRole('menuitem', { name }), name).toHaveCount(0);
  await guest.keyboard.press('Escape');

  await draw(guest, 'Rectangle');
  const words = `a little greener ${Date.now()}`;
  await guest.getByRole('textbox', { name: 'New comment' }).fill(words);
  await guest.keyboard.press('Control+Enter');
  await expect(panel(guest).getByText(words)).toBeVisible();
  await expect(panel(owner).getByText(words)).toBeVisible();
  await expect(panel(owner).getByText('Vera Visitor').first()).toBeVisible();
  await panel(guest).getByText(words).click();
  await lookAt(guest, 'guest-proof', wideAndNarrow);
  await guest.setViewportSize({ width: 1440, height: 900 });

  const answer = `it is the proof ${Date.now()}`;
  const path = `/order/${proof.order.id}/attachment/${proof.attachment.id}/version/${proof.version.id}`;
  const topics = (await read<VersionAnswer>(owner, path)).data.public;
  const mine = topics.find(({ message }) => message.includes(words));
  expect(mine?.sender.role).toBe('guest');
  await panel(owner).locator(`[data-topic="${mine?.id}"]`).click();
  await panel(owner).getByRole('textbox', { name: /reply/i }).fill(answer);
  await owner.keyboard.press('Control+Enter');
  await expect(panel(guest).getByText(answer)).toBeVisible();

  await guest.reload();
  await expect(guest.getByRole('dialog', { name: 'Welcome, Vera Visitor' })).toBeVisible();

  await owner.getByRole('button', { name: 'Invite guest' }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Opened');
  await row.getByRole('button', { name: 'Revoke the invitation of Vera Visitor' }).click();
  await row.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(row).toContainText('Revoked');
  await expect(guest.getByText('Something is wrong!')).toBeVisible({ timeout: 30_000 });
  await expect(guest.getByText("Maybe you're trying to open the wrong link or it has expired.")).toBeVisible();
  await expect(guest.getByRole('toolbar', { name: 'Markup and zoom' })).toHaveCount(0);
  await lookAt(guest, 'guest-dead', wideAndNarrow);
  const { guests } = (await read<GuestsAnswer>(owner, `/order/${proof.order.id}/guest`)).data;
  expect(guests.find((g) => g.email === email)?.status).toBe('revoked');
  expect(faults).toEqual([]);
  await context.close();
});
