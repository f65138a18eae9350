import {
  decodePDFRawStream,
  drawObject,
  concatTransformationMatrix,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { frameOf } from './place';

type Matrix = [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

function numbers(array: PDFArray | undefined): number[] {
  return array ? array.asArray().map((_, i) => array.lookup(i, PDFNumber).asNumber()) : [];
}

function streamsOf(page: PDFPage): PDFRawStream[] {
  const contents = page.node.Contents();
  const all = contents instanceof PDFArray ? contents.asArray().map((_, i) => contents.lookup(i)) : [contents];
  return all.flatMap((stream) => {
    if (stream instanceof PDFRawStream) return [stream];
    if (stream instanceof PDFStream) throw new Error('a page has content of an unknown kind');
    return [];
  });
}

/**
 * Returns how often the instructions restore a state that was never saved. Inline images may make
 * the number too high, which is harmless.
 */
function surplusRestores(content: Uint8Array): number {
  let kept = 0;
  let surplus = 0;
  const space = (byte: number | undefined) => byte === undefined || byte <= 0x20;
  content.forEach((byte, i) => {
    if ((byte !== 0x51 && byte !== 0x71) || !space(content[i - 1]) || !space(content[i + 1])) return;
    if (byte === 0x71) kept += 1;
    else if (kept > 0) kept -= 1;
    else surplus += 1;
  });
  return Math.min(surplus, mostRestores);
}
const mostRestores = 1000;

/**
 * Joins the streams. Viewers read them one after the other, and an instruction may begin in one and
 * end in the next.
 */
function joined(streams: readonly PDFRawStream[]): Uint8Array {
  const parts = streams.map((stream) => decodePDFRawStream(stream).decode());
  const whole = together(parts);
  // Without these saves some viewers would restore the state of the content around this one.
  const keeps = new TextEncoder().encode('q '.repeat(surplusRestores(whole)));
  return keeps.length > 0 ? together([keeps, whole]) : whole;
}

function together(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    whole[at + part.length] = 0x0a;
    at += part.length + 1;
  }
  return whole;
}

/**
 * Turns the content of a page into one object. State that its instructions leave behind, such as a
 * scale that is never restored, ends with that object and does not affect what is drawn later.
 */
export function encloseContent(document: PDFDocument, page: PDFPage): void {
  const { context } = document;
  const { node } = page;
  const { x, y, width, height } = frameOf(page);
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Resources: node.Resources() ?? {},
  };
  const streams = streamsOf(page);
  if (streams.length === 0) return;
  const object = context.register(context.flateStream(joined(streams), form));
  node.set(PDFName.Contents, context.obj([]));
  node.set(PDFName.Resources, context.obj({}));
  page.pushOperators(pushGraphicsState(), drawObject(node.newXObject('Page', object)), popGraphicsState());
}

const hidden = 0b10_0010; // The flags Hidden and NoView.

/** Returns the appearance of an annotation, if it has one. */
function appearanceOf(annotation: PDFDict): PDFStream | undefined {
  const normal = annotation.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'));
  if (normal instanceof PDFStream) return normal;
  const state = annotation.lookupMaybe(PDFName.of('AS'), PDFName);
  const chosen = normal instanceof PDFDict && state ? normal.lookup(state) : undefined;
  return chosen instanceof PDFStream ? chosen : undefined;
}

/**
 * Returns the matrix that moves an appearance into its annotation's rectangle (ISO 32000, 12.5.5).
 */
function placeOf(appearance: PDFStream, rect: readonly number[]): Matrix | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const box = numbers(appearance.dict.lookupMaybe(PDFName.of('BBox'), PDFArray));
  const [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0] = box;
  const own = numbers(appearance.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray));
  const [a, b, c, d, e, f] = own.length === 6 ? (own as Matrix) : identity;
  const corners = [bx1, bx2].flatMap((x) => [by1, by2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(wide > 0 && high > 0)) return undefined;
  const [sx, sy] = [Math.abs(x2 - x1) / wide, Math.abs(y2 - y1) / high];
  return [sx, 0, 0, sy, Math.min(x1, x2) - left * sx, Math.min(y1, y2) - bottom * sy];
}

/**
 * Makes form fields and annotations part of the page. Otherwise viewers would show them above
 * everything drawn on it.
 */
export function flattenAnnotations(page: PDFPage): void {
  const { node } = page;
  const annotations = node.Annots();
  if (!annotations) return;
  for (let i = annotations.size() - 1, from = 0; from <= i;) {
    const annotation = annotations.lookupMaybe(from, PDFDict);
    const flags = annotation?.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
    const shown = annotation && (flags & hidden) === 0 && !annotation.has(PDFName.of('OC'));
    const appearance = shown ? appearanceOf(annotation) : undefined;
    const rect = numbers(annotation?.lookupMaybe(PDFName.of('Rect'), PDFArray));
    const place = appearance && placeOf(appearance, rect);
    const object = appearance && node.context.getObjectRef(appearance);
    if (!place || !object) {
      from += 1;
      continue;
    }
    appearance.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
    appearance.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...place),
      drawObject(node.newXObject('Annotation', object)),
      popGraphicsState(),
    );
    annotations.remove(from);
    i -= 1;
  }
}
