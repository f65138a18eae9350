import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { lineImage } from '../draw/picture';

/** One comment in the report. */
export interface Said {
  author: string;
  /** The time as text, with its zone. */
  at: string;
  text: string;
}

/** A thread: its number on the proof if it has a mark, and its page. */
export interface Entry extends Said {
  number: number | null;
  page: number | null;
  resolved: boolean;
  replies: readonly Said[];
}

export interface Report {
  title: string;
  /** Lines below the title: order, version, tab, time of the report. */
  about: readonly string[];
  entries: readonly Entry[];
}

const sheet = { width: 595, height: 842, margin: 56 } as const;
const inks = { text: rgb(0.1, 0.12, 0.16), quiet: rgb(0.38, 0.42, 0.48), line: rgb(0.84, 0.86, 0.89) } as const;

interface Style {
  font: PDFFont;
  size: number;
  ink: (typeof inks)[keyof typeof inks];
  indent: number;
}

/** Breaks text into lines that fit. A word longer than a line is split. */
export function wrap(text: string, width: number, widthOf: (words: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      let rest = word;
      const longer = line ? `${line} ${rest}` : rest;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      while (widthOf(rest) > width && rest.length > 1) {
        let cut = rest.length - 1;
        while (cut > 1 && widthOf(rest.slice(0, cut)) > width) cut = Math.floor(cut * 0.8);
        lines.push(rest.slice(0, cut));
        rest = rest.slice(cut);
      }
      line = rest;
    }
    lines.push(line);
  }
  return lines;
}

/** Reports whether the built-in fonts of PDF can write the text. */
function writable(font: PDFFont, text: string): boolean {
  try {
    font.encodeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes lines on new pages, and adds pages as they fill. */
class Writer {
  #page: PDFPage | null = null;
  #y = 0;

  constructor(private readonly document: PDFDocument) {}

  /** Starts a new page with the next text. */
  leave(): void {
    this.#page = null;
  }

  space(points: number): void {
    this.#y -= points;
  }

  rule(): void {
    const page = this.#room(12);
    const { margin, width } = sheet;
    page.drawLine({ start: { x: margin, y: this.#y }, end: { x: width - margin, y: this.#y }, color: inks.line });
    this.space(14);
  }

  async write(text: string, { font, size, ink, indent }: Style): Promise<void> {
    const width = sheet.width - 2 * sheet.margin - indent;
    // Text that the font cannot write counts with the largest possible width.
    const widthOf = (words: string) =>
      writable(font, words) ? font.widthOfTextAtSize(words, size) : Array.from(words).length * size;
    for (const line of wrap(text, width, widthOf)) {
      const page = this.#room(size * 1.4);
      const x = sheet.margin + indent;
      if (writable(font, line)) page.drawText(line, { x, y: this.#y, size, font, color: ink });
      else {
        // oxlint-disable-next-line no-await-in-loop -- lines follow one another
        const picture = await lineImage(line, size);
        // oxlint-disable-next-line no-await-in-loop -- lines follow one another
        const image = await this.document.embedPng(picture.png);
        page.drawImage(image, {
          x,
          y: this.#y - size * 0.3,
          width: Math.min(picture.width, width),
          height: picture.height,
        });
      }
    }
  }

  #room(height: number): PDFPage {
    if (!this.#page || this.#y - height < sheet.margin) {
      this.#page = this.document.addPage([sheet.width, sheet.height]);
      this.#y = sheet.height - sheet.margin;
    }
    this.#y -= height;
    return this.#page;
  }
}

/**
 * Returns the comments of a version as a PDF: each marked-up page, followed by its comments
 * (BY-031).
 */
export async function reportOf(report: Report, marked: PDFDocument): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  document.setTitle(report.title);
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const writer = new Writer(document);
  const style = (font: PDFFont, size: number, ink: Style['ink'] = inks.text, indent = 0): Style => ({
    font,
    size,
    ink,
    indent,
  });

  const say = async ({ author, at, text }: Said, head: string, indent: number) => {
    await writer.write(`${head}${author}`, style(bold, 10, inks.text, indent));
    await writer.write(at, style(plain, 8, inks.quiet, indent));
    await writer.write(text, style(plain, 10, inks.text, indent));
    writer.space(6);
  };
  const thread = async (entry: Entry) => {
    const head = [entry.number === null ? '' : `${entry.number}. `, entry.resolved ? '[resolved] ' : ''].join('');
    await say(entry, head, 0);
    // oxlint-disable-next-line no-await-in-loop -- comments follow one another
    for (const reply of entry.replies) await say(reply, '', 18);
    writer.rule();
  };

  await writer.write(report.title, style(bold, 16));
  for (const line of report.about) {
    // oxlint-disable-next-line no-await-in-loop -- lines follow one another
    await writer.write(line, style(plain, 9, inks.quiet));
  }
  writer.space(8);
  const general = report.entries.filter(({ page }) => page === null);
  if (report.entries.length === 0) await writer.write('There are no comments.', style(plain, 10));
  if (general.length > 0) await writer.write('On the whole file', style(bold, 12));
  // oxlint-disable-next-line no-await-in-loop -- comments follow one another
  for (const entry of general) await thread(entry);

  const numbers = [...new Set(report.entries.flatMap(({ page }) => (page === null ? [] : [page])))];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    // oxlint-disable-next-line no-await-in-loop -- pages follow one another
    const [page] = await document.copyPages(marked, [number - 1]);
    if (page) document.addPage(page);
    writer.leave();
    // oxlint-disable-next-line no-await-in-loop -- pages follow one another
    await writer.write(`Page ${number}`, style(bold, 12));
    writer.space(4);
    // oxlint-disable-next-line no-await-in-loop -- comments follow one another
    for (const entry of report.entries.filter((one) => one.page === number)) await thread(entry);
  }
  return document;
}
