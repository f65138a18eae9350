import type { Locator, Page, Worker } from '@playwright/test';
import { slowMs } from '../../src/features/proof/viewer/file/useSlow';
import { busyPdf } from './busyPdf';
import { expect, test, visit } from './fixtures';
import { lookAt } from '../looks';
import { brochure, label, proofOf, Proofs } from './proofs';

/** Advances the page's clock by ten seconds, after which a page that is still loading says so. */
async function later(page: Page, waits: Locator, notice: Locator): Promise<void> {
  await expect(waits).toBeVisible();
  await page.clock.fastForward(slowMs);
  await expect(notice).toBeVisible({ timeout: slowMs });
}

const readers = (page: Page): Worker[] => page.workers().filter((worker) => worker.url().includes('pdf.worker'));
const drawn = (page: Page, number: number) => page.locator(`[data-page="${number}"] [data-sheet][data-drawn="true"]`);

async function openBusy(page: Page, proofs: Proofs): Promise<Worker> {
  Object.assign(proofs.newest(brochure), proofs.put('busy.pdf', await busyPdf(), 'application/pdf'));
  await page.goto(proofOf(brochure));
  await expect(drawn(page, 1)).toBeVisible();
  const [reader] = readers(page);
  if (!reader) throw new Error('nothing reads the file');
  return reader;
}

test.beforeEach(({ page }) => page.clock.install());

test('a PDF that keeps its worker busy delays no other file, and its worker ends within 2 s of leaving the file', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const busy = await openBusy(page, proofs);
  const closed = busy.waitForEvent('close', { timeout: 60_000 });
  // From here on only the steps below advance the page's clock.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByRole('navigation', { name: 'Versions' }).getByText('v1', { exact: true }).click();
  await expect(page.getByText('page 1 of', { exact: false })).toHaveCount(0);
  let passed = 0;
  await expect(async () => {
    await page.clock.runFor(20);
    passed += 20;
    expect(await drawn(page, 1).isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  expect(passed, 'the other file does not wait until the reader is ended').toBeLessThan(2000);
  await page.clock.runFor(2000 - passed);
  await closed;
  await page.clock.resume();
  await expect.poll(() => readers(page).length).toBe(1);
});

test('a page that takes over 10 s to draw says so and can be stopped, which ends its worker', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const busy = await openBusy(page, proofs);
  const closed = busy.waitForEvent('close', { timeout: 60_000 });
  const notice = page.getByRole('status').filter({ hasText: 'Page 2 takes long to draw.' });
  await later(page, page.getByText('Reading page 2…'), notice);
  await notice.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alert')).toContainText('You stopped reading this file');
  await expect(page.getByRole('button', { name: 'Download the file' })).toBeVisible();
  await closed;
});

test('a file that takes over 10 s to open says so and can be stopped', async ({ page, server }) => {
  const proofs = await new Proofs(server).open();
  proofs.file = 'slow';
  await page.goto(proofOf(label));
  for (const attachment of [label, brochure]) {
    await visit(page, proofOf(attachment));
    const notice = page.getByRole('status').filter({ hasText: 'This file takes long to open.' });
    await later(page, page.getByText('Loading File...'), notice);
    if (attachment === label) await lookAt(page, 'proof-slow');
    await notice.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('alert')).toContainText('You stopped reading this file');
    await expect(page.getByRole('button', { name: 'Download the file' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
});

test('the comparison too says so when a file takes over 10 s to open or a page to draw, and can be stopped', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const stopped = page.getByRole('alert').filter({ hasText: 'You stopped reading this file' });
  proofs.file = 'slow';
  await page.goto(`${proofOf(label)}/compare`);
  const opens = page.getByRole('status').filter({ hasText: 'A file takes long to open.' });
  const reads = page.getByText('Please wait. Reading the files…');
  await later(page, reads, opens);
  await lookAt(page, 'compare-slow');
  await opens.getByRole('button', { name: 'Stop' }).click();
  await expect(stopped).toBeVisible();

  proofs.file = undefined;
  Object.assign(proofs.newest(brochure), proofs.put('busy.pdf', await busyPdf(), 'application/pdf'));
  await page.goto(`${proofOf(brochure)}/compare`);
  await expect(page.getByRole('img', { name: 'Version 2' })).toBeVisible();
  const busy = readers(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  const draws = page.getByRole('status').filter({ hasText: 'Page 2 takes long to draw.' });
  await later(page, reads, draws);
  await draws.getByRole('button', { name: 'Stop' }).click();
  await expect(stopped).toBeVisible();
  await expect
    .poll(() => readers(page).filter((reader) => busy.includes(reader)).length, { timeout: 30_000 })
    .toBeLessThan(2);
});
