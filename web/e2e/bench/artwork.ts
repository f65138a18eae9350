import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { crc32, deflateSync } from 'node:zlib';

/** Returns a chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Returns a PNG of this size; `shade` gives the colour of each pixel. */
export function png(width: number, height: number, shade: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.writeUIntBE(shade(x, y), y * (width * 3 + 1) + 1 + x * 3, 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const mark = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a document of several megabytes whose pages have text and an image each. */
export async function pdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let n = 1; n <= pages; n += 1) {
    const page = document.addPage([595, 842]);
    page.drawText(`Page ${n}`, { x: 50, y: 760, size: 24, font });
    for (let line = 0; line < 40; line += 1) {
      page.drawText(`Line ${line}: jam, jelly and marmalade, number ${n * 40 + line}`, {
        x: 50,
        y: 720 - line * 14,
        size: 10,
        font,
      });
    }
    // The images all differ and hardly compress.
    const picture = png(180, 180, (x, y) => Math.imul(x * 7919 + y * 104_729 + n, 2_654_435_761) & 0xffffff);
    page.drawImage(await document.embedPng(picture), { x: 350, y: 40, width: 200, height: 200 });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/**
 * Returns a document with one image a page: a few kilobytes that take 7.7 MB to draw, all
 * different.
 */
export async function pictureBook(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let n = 1; n <= pages; n += 1) {
    const picture = png(1200, 1600, (x, y) => ((x + n * 8) & 0xf8) * 0x10000 + (y & 0xf8) * 0x100 + n);
    const page = document.addPage([450, 600]);
    page.drawImage(await document.embedPng(picture), { x: 0, y: 0, width: 450, height: 600 });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
