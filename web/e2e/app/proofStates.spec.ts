import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import type { FakeAnswer, FakeRequest } from '../../tests/fake/server';
import { refused } from '../../tests/fake/server';
import { people, uuid } from '../../tests/fake/data';
import { expect, test } from './fixtures';
import { dark, lookAt } from '../looks';
import { boxAt, brochure, label, order, proofOf, Proofs, says, topic } from './proofs';

test.use({ role: 'manager' });

const broken = 'The server could not answer just now.';
const fails = (path: RegExp) => (request: FakeRequest) =>
  request.method === 'GET' && path.test(request.path) ? refused(500, 'internal', broken) : undefined;
const drawn = (page: Page): Locator =>
  page.locator('[data-page="1"] [data-sheet][data-drawn="true"], [data-page="1"] img').first();
const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft-finale-Fassung';

/** Returns how far the content of the elements overflows their right edge, in px. */
const cut = (all: Locator) => all.evaluateAll((found) => Math.max(...found.map((e) => e.scrollWidth - e.clientWidth)));

test('the proof while loading, failed, with many comments, locked, without a preview and read-only: each says what to do, and axe finds no violation (BY-032, BD-223, BD-234, BD-451)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const look = (state: string) => lookAt(page, `proof-${state}`);

  proofs.intercept = fails(new RegExp(`/order/${order}$`));
  await page.goto(proofOf(label));
  await expect(page.getByRole('alert')).toContainText(broken);
  await look('unread');
  proofs.intercept = fails(/\/version\/[^/]+$/);
  proofs.file = 'slow';
  await again(page);
  await expect(page.getByText('Loading File...')).toBeVisible();
  await look('loading');

  // The file and the comments fail independently.
  proofs.file = { status: 403 };
  await page.goto(proofOf(label));
  await expect(
    page.getByRole('alert').filter({ hasText: 'File cannot loaded, Please reload your page' }),
  ).toBeVisible();
  await expect(page.getByText('The comments could not be read')).toBeVisible();
  await expect(page.getByText("You don't have any comment yet.")).toHaveCount(0);
  await look('failed');
  proofs.intercept = () => undefined;
  await again(page);
  await expect(page.getByText("You don't have any comment yet.")).toBeVisible();

  // Many of everything, with very long words.
  proofs.file = undefined;
  const many = proofs.of(brochure);
  const version = proofs.newest(brochure);
  const who = { ...people.priya, name: 'Maximiliane-Friederike von und zu Hohenlohe-Langenburg-Schillingsfürst' };
  many.versions = Array.from({ length: 30 }, (_, i) => ({
    ...version,
    id: i === 0 ? version.id : uuid(60_000 + i),
    version: 30 - i,
    fileName: `${long}.pdf`,
    isInternalApproved: true,
    changedSince: [{ what: 'opened', count: 3, last: '2026-11-01T10:00:00Z' }],
  }));
  proofs.more = {
    status: 'in-review',
    orderName: `${long} ${long}`,
    reviewActions: ['put-on-hold', 'make-changes', 'stay-in-review', 'order-approved'],
  };
  const all = Array.from({ length: 130 }, (_, i) => topic(i, { sender: who, user: who, message: says(long + long) }));
  proofs.set(version, all);
  await page.goto(proofOf(brochure));
  await expect(drawn(page)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await cut(page.locator('[data-topic]'))).toBe(0);
  await page.locator('[data-pin]').first().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Comment 1' })).toBeVisible();
  await look('many');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'List of versions' }).click();
  for (const name of ['Order Approved', 'Close', 'Zoom in', 'Purple', 'Compare'])
    await expect(
      page
        .getByLabel(name)
        .or(page.getByText(name, { exact: true }))
        .last(),
      name,
    ).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await page.getByText('Pages', { exact: true }).click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('jam');
  await expect(page.getByText('1 of 120')).toBeVisible();
  await page.getByRole('button', { name: 'Sort and export the comments' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'By page' })).toBeVisible();
  await lookAt(page, 'proof-search', [dark]);

  const secret = await PDFDocument.create();
  secret.addPage();
  secret.encrypt({ userPassword: 'x', ownerPassword: 'y' });
  Object.assign(version, proofs.put('secret.pdf', Buffer.from(await secret.save()), 'application/pdf'));
  many.versions = [version];
  await page.goto(proofOf(brochure));
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This password does not open the file.')).toBeVisible();
  await look('locked');

  proofs.more = { status: 'cancelled' };
  Object.assign(proofs.newest(label), { fileType: 'unsupported', fileName: 'source.psd' });
  proofs.set(proofs.newest(label), [
    topic(1, { annotation: '' }),
    topic(2, { annotation: boxAt(9, 9), isResolve: true }),
  ]);
  await page.goto(proofOf(label));
  await expect(page.getByText('No preview available')).toBeVisible();
  await expect(page.getByText('This order is cancelled: the proof can be read, not changed.')).toBeVisible();
  await look('read-only');
});

test('the comparison while loading, failed, in its three modes, with a page missing and with one version: axe finds no violation (BY-032, BY-027)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const look = (state: string) => lookAt(page, `compare-${state}`);
  const compare = (attachment: string, mode = 'side') => page.goto(`${proofOf(attachment)}/compare?mode=${mode}`);
  const second = page.getByRole('img', { name: 'Version 2' });

  proofs.intercept = fails(new RegExp(`/order/${order}$`));
  await compare(label);
  await expect(page.getByRole('alert')).toContainText(broken);
  proofs.intercept = () => undefined;
  proofs.file = 'slow';
  await again(page);
  await expect(page.getByText('Please wait. Reading the files…')).toBeVisible();
  await look('loading');

  proofs.file = { status: 404 };
  await compare(label);
  await expect(page.getByRole('alert')).toContainText('Version 1: File cannot loaded');
  await look('failed');
  proofs.file = undefined;
  await again(page);
  await expect(second).toBeVisible();
  await look('side');
  await page.getByText('Overlay', { exact: true }).click();
  await expect(page.getByRole('slider', { name: 'Opacity' })).toBeVisible();
  await look('overlay');
  await page.getByText('Difference', { exact: true }).click();
  await expect(page.getByText(/^1 area changed/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Before' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('difference');

  await compare(brochure);
  await expect(second).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Version 1 has no page 2')).toBeVisible();
  await look('no-page');
  proofs.of(label).versions.splice(1);
  await compare(label);
  await expect(page.getByText('There is only one version')).toBeVisible();
  await lookAt(page, 'compare-one', [dark]);
});

test('a guest is asked for a password, refused, shown that the server is unreachable, and let in: axe finds no violation (BY-032, SH-307, SH-308)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  proofs.set(proofs.newest(label), [topic(1), topic(2)]);
  const look = (state: string) => lookAt(page, `guest-${state}`);
  const open = (token: string) => page.goto(`/annotation/guestreviewer?token=${token}`);
  let entry: FakeAnswer | 'away' = refused(401, 'guest.password_required', 'This link has a password.');
  await page.route('**/api/g/reviewAuth', (route) =>
    entry === 'away'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: entry.status ?? 200, json: entry.json }),
  );

  await open('one');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  entry = refused(401, 'guest.password_wrong', 'This is not the password.');
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('This is not the password.');
  await look('password');

  entry = refused(401, 'guest.revoked', 'This link is not good any more.');
  await open('two');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText('Bad token. You seem to have followed an invalid link')).toBeVisible();
  await expect(page.getByText("Maybe you're trying to open the wrong link or it has expired.")).toBeVisible();
  await look('denied');

  entry = 'away';
  await open('three');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await look('away');
  entry = { json: { success: true, data: { accessToken: 'a', expiresAt: '' } } };
  await again(page);
  await expect(page.getByRole('dialog', { name: 'Welcome, Vera Visitor' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(drawn(page)).toBeVisible();
  await page.locator('[data-pin]').first().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Comment 1' })).toBeVisible();
  await look('proof');
});
