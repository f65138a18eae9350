import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { type Entry, reportOf, wrap } from './report';

async function proof(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  for (let i = 0; i < pages; i += 1) document.addPage([300 + i, 400]);
  return document;
}

const entry = (more: Partial<Entry>): Entry => ({
  number: 1,
  page: 1,
  resolved: false,
  author: 'Ana Ruiz',
  at: '20 Nov 2026, 10:00 (UTC+00:00)',
  text: 'The plum is too blue.',
  replies: [],
  ...more,
});
const sheet = 595;
const widths = (document: PDFDocument) => document.getPages().map((page) => page.getWidth());

describe('the report of the comments (BY-031)', () => {
  test('has each page with comments once, in order, followed by its comments', async () => {
    const entries = [
      entry({ page: 3, number: 3 }),
      entry({ page: 1 }),
      entry({ page: 1, number: 2, replies: [{ author: 'Tom', at: 'later', text: 'Mended.' }] }),
    ];
    const made = await reportOf({ title: 'label.pdf v2', about: ['PB-1'], entries }, await proof(4));
    expect(widths(made)).toEqual([sheet, 300, sheet, 302, sheet]);
    const read = await PDFDocument.load(await made.save());
    expect(read.getTitle()).toBe('label.pdf v2');
  });

  test('lists comments on the whole file first, and says so when there are no comments', async () => {
    const general = await reportOf(
      { title: 't', about: [], entries: [entry({ page: null, number: null })] },
      await proof(2),
    );
    expect(widths(general)).toEqual([sheet]);
    expect(widths(await reportOf({ title: 't', about: [], entries: [] }, await proof(2)))).toEqual([sheet]);
  });

  test('long comments continue on further pages', async () => {
    const long = entry({ page: null, text: 'word '.repeat(3000) });
    expect((await reportOf({ title: 't', about: [], entries: [long] }, await proof(1))).getPageCount()).toBeGreaterThan(
      2,
    );
  });

  test('lines fit, even with a word longer than a line, and lose no letter', async () => {
    const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
    const widthOf = (words: string) => font.widthOfTextAtSize(words, 10);
    const text = `a short line\n\n${'x'.repeat(400)} and more words after it`;
    const lines = wrap(text, 200, widthOf);
    expect(lines.every((line) => widthOf(line) <= 200)).toBe(true);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/\s/g, ''));
  });
});
