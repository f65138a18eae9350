import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from './fixtures';
import { brochure, proofOf, Proofs } from './proofs';

test.use({ role: 'owner' });

test("'Order Approved' lists the pages that nobody has opened; a page shown for a second counts as opened", async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const [stored] = server.orders;
  if (!stored) throw new Error('there is no order');
  stored.status = 'in-review';
  proofs.more = { reviewActions: ['order-approved'] };
  const file = await PDFDocument.create();
  for (let i = 0; i < 5; i += 1) file.addPage();
  Object.assign(proofs.newest(brochure), proofs.put('five.pdf', Buffer.from(await file.save()), 'application/pdf'));
  const opened = () =>
    server.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/pages')).map(({ body }) => body);
  const dialog = page.getByRole('dialog', { name: 'Order Approved' });

  await page.goto(proofOf(brochure));
  await expect.poll(opened).toEqual(['{"pages":[1]}']);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(opened).toEqual(['{"pages":[1]}', '{"pages":[2]}']);
  await page.getByRole('button', { name: 'Order Approved' }).click();
  await expect(dialog).toContainText('Nobody has opened pages 3 to 5 of this file.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The pages opened in an earlier visit count too.
  await page.goto(proofOf(brochure));
  await expect.poll(() => opened().length).toBe(3);
  await page.getByRole('button', { name: 'Order Approved' }).click();
  await expect(dialog).toContainText('Nobody has opened pages 3 to 5 of this file.');
});
