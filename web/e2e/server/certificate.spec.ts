import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import type { AuditKeyAnswer } from '../../src/api/generated/desk';
import { violations } from '../looks';
import { found, ordersIn, proofPath, proofsOf, put, read } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const verdict = (page: Page): Locator => page.locator('#verdict');

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/**
 * Downloads the certificate of the proof: the PDF with its button, the JSON file with the menu
 * beside it.
 */
async function certificate(page: Page, format: 'PDF' | 'JSON'): Promise<{ name: string; buffer: Buffer }> {
  const button = page.getByRole('button', { name: 'Certificate', exact: true });
  const item = page.getByRole('menuitem', { name: `Certificate as ${format}` });
  if (format === 'JSON') await page.getByRole('button', { name: 'More of the certificate' }).click();
  const coming = page.waitForEvent('download');
  await (format === 'PDF' ? button : item).click();
  const download = await coming;
  return { name: download.suggestedFilename(), buffer: await bytesOf(download) };
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Choose a certificate, or drop it here').setInputFiles({ name, mimeType: '', buffer });
}

function flipped(buffer: Buffer, at: number): Buffer {
  const changed = Buffer.from(buffer);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

test('an approved version has a certificate that the verifier page accepts, and rejects after a byte is flipped (BY-023, BY-024)', async ({
  as,
}, info) => {
  const page = await as('creative@northlight.test');
  const proof = found(
    (await ordersIn(page, 'in-progress')).flatMap(proofsOf),
    ({ version }) => version.can.approve,
    'version in progress that can be approved',
  );
  await page.goto(proofPath(proof));
  await expect(page.getByRole('button', { name: 'Certificate', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const json = await certificate(page, 'JSON');
  const pdf = await certificate(page, 'PDF');
  const shot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });

  const asked: string[] = [];
  await page.goto('/verify');
  page.on('request', (request) => asked.push(request.url()));
  const keys = (await read<AuditKeyAnswer>(page, '/audit/key')).data.keys;
  await expect(page.getByLabel('Public key of the log')).toHaveValue(keys.join('\n'));
  for (const { name, buffer } of [json, pdf]) {
    await choose(page, name, buffer);
    await expect(verdict(page).getByRole('heading')).toHaveText('✓ Valid');
    await expect(verdict(page)).toBeFocused();
    await expect(verdict(page)).toContainText(proof.version.fileName);
    await expect(verdict(page)).toContainText(proof.version.fileMeta.sha256);
    await expect(verdict(page)).toContainText('creative manager');
    await shot(`valid-${name.split('.').pop() ?? ''}`);
    for (const at of [9, Math.floor(buffer.length / 2), buffer.length - 40]) {
      await choose(page, name, flipped(buffer, at));
      await expect(verdict(page).getByRole('heading')).toHaveText('✗ Refused');
    }
  }
  await shot('refused');

  // The approved file itself, and a different one.
  await choose(page, json.name, json.buffer);
  const file = await page.request.get(proof.version.url);
  const approved = page.getByLabel('The approved file');
  await approved.setInputFiles({ name: 'it.bin', mimeType: '', buffer: await file.body() });
  await expect(page.getByText('“it.bin” is the file that was approved, to the byte.')).toBeVisible();
  await approved.setInputFiles({ name: 'other.bin', mimeType: '', buffer: Buffer.from('another') });
  await expect(page.getByText('“other.bin” is not the file that was approved.')).toBeVisible();
  expect(asked.filter((url) => /^(https?|wss?):/.test(url))).toEqual([]);

  // The QR code on a PDF contains the hash of its certificate.
  await page.goto(`/verify#sha256=${'0'.repeat(64)}`);
  await page.reload();
  await choose(page, json.name, json.buffer);
  await expect(verdict(page)).toContainText('not the certificate that the code you scanned names');

  const { order, attachment, version } = proof;
  const data = { timelineType: 'history', content: 'Revise', attachmentVersionId: version.id };
  await put(page, `/order/${order.id}/${attachment.id}/attachment-timeline`, 'card', data, 'POST');
});

test('the verifier page works as a file on disk, without a network, with a pasted key (BY-023)', async ({
  browser,
  baseURL,
}, info) => {
  const saved = info.outputPath('verifier.html');
  const context = await browser.newContext({ baseURL, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/verify');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download this page' }).click();
  await (await coming).saveAs(saved);
  await context.setOffline(true);
  await page.goto(`file://${saved}`);
  const testdata = new URL('../../../internal/eventstore/certificate/testdata/', import.meta.url);
  const { key } = JSON.parse(await readFile(new URL('vectors.json', testdata), 'utf8')) as { key: string };
  const pdf = await readFile(new URL('vectors/valid.pdf', testdata));
  await choose(page, 'valid.pdf', pdf);
  await expect(verdict(page)).toContainText('none of the public keys given here');
  await page.getByText('Public key of the log', { exact: true }).click();
  const keys = page.getByLabel('Public key of the log');
  await keys.fill(key);
  await keys.blur();
  await expect(verdict(page).getByRole('heading')).toHaveText('✓ Valid');
  await expect(verdict(page)).toContainText('Jam label, front.pdf');
  await page.screenshot({ path: info.outputPath('dark.png'), fullPage: true });
  await context.close();
});

test('the verifier page passes axe in light and dark and works with the keyboard (BY-032)', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, bypassCSP: true });
  const page = await context.newPage();
  await page.goto('/verify');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Choose a certificate, or drop it here')).toBeFocused();
  await choose(page, 'nothing.json', Buffer.from('{}'));
  await expect(verdict(page).getByRole('heading')).toHaveText('✗ Refused');
  await expect(verdict(page)).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await context.close();
});
