import { type PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { listed } from '@/lib/format/text';

/** Returns page numbers in prose: `1, 3 to 5 and 9`. */
export function pageList(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.map(([from, to]) => {
    if (from === to) return String(from);
    return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
  });
  return listed(words);
}

/** Returns the sentence that says which pages are images and why. */
export function drawnSentence(numbers: readonly number[]): string {
  const one = numbers.length === 1;
  return `${one ? 'Page' : 'Pages'} ${pageList(numbers)} ${one ? 'is a picture' : 'are pictures'} at 300 dpi with the marks as the screen showed them, because the file could not be written so that it looks the same.`;
}

/** Adds a page that lists the pages that are images (BY-047). */
export async function noteDrawn(document: PDFDocument, drawn: readonly { page: number }[]): Promise<void> {
  if (drawn.length === 0) return;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  page.drawText('About this file', { x: 56, y: 770, size: 14, font, color: rgb(0.1, 0.12, 0.16) });
  const text = drawnSentence(drawn.map((one) => one.page));
  page.drawText(text, { x: 56, y: 742, size: 10, lineHeight: 14, maxWidth: 483, font, color: rgb(0.1, 0.12, 0.16) });
}
