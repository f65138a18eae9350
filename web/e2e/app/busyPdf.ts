import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

/**
 * busyPdf returns a document whose second page keeps the worker busy for minutes: it has an image
 * of a million colours, and a program of thousands of steps computes each colour.
 */
export async function busyPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([400, 400]).drawRectangle({ x: 50, y: 50, width: 300, height: 300 });
  const page = document.addPage([400, 400]);
  const { context } = document;
  const program = context.register(
    context.stream(`{ ${'dup sin exch 0.5 mul cos add '.repeat(3000)} }`, {
      FunctionType: 4,
      Domain: [0, 1, 0, 1, 0, 1],
      Range: [0, 1, 0, 1, 0, 1],
    }),
  );
  const side = 1000;
  const pixels = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i += 1) pixels.set([i & 255, (i >> 8) & 255, (i >> 16) & 255], i * 3);
  const names = ['A', 'B', 'C'].map((name) => PDFName.of(name));
  const picture = context.register(
    context.flateStream(pixels, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      BitsPerComponent: 8,
      ColorSpace: ['DeviceN', names, 'DeviceRGB', program],
    }),
  );
  page.node.setXObject(PDFName.of('P'), picture);
  page.node.addContentStream(context.register(context.stream('q 400 0 0 400 0 0 cm /P Do Q')));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
