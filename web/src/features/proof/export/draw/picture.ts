import type { Size } from '../../engine';

function sheet({ width, height }: Size) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return { canvas, context };
}

async function bytesOf(canvas: OffscreenCanvas, type: 'image/jpeg' | 'image/png'): Promise<ArrayBuffer> {
  return (await canvas.convertToBlob({ type, quality: 0.95 })).arrayBuffer();
}

/** Returns the image as a browser shows it, rotated and decoded, in a format that PDF supports. */
export async function jpegOf(blob: Blob, size: Size): Promise<ArrayBuffer> {
  const image = await createImageBitmap(blob);
  const { canvas, context } = sheet(size);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return bytesOf(canvas, 'image/jpeg');
}

/**
 * Returns the image with its transparency and aspect ratio, as large as the size allows. `light`
 * turns every colour white.
 */
export async function pngOf(blob: Blob, size: Size, light: boolean): Promise<ArrayBuffer> {
  const image = await createImageBitmap(blob);
  const { canvas, context } = sheet(size);
  if (light) context.filter = 'brightness(0) invert(1)';
  const scale = Math.min(canvas.width / image.width, canvas.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  image.close();
  return bytesOf(canvas, 'image/png');
}

/** The chunks that make a PNG look different from its pixels: a rotation, or an animation. */
const changing = new Set(['eXIf', 'acTL']);

/** isPlainPng reports whether a PNG looks like its pixels, so that it can be copied as it is. */
export function isPlainPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length;) {
    const name = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    if (changing.has(name)) return false;
    if (name === 'IEND') return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** Draws a line of text that PDF's own fonts cannot write. The size is in points. */
export async function lineImage(text: string, size: number) {
  const sharp = 3;
  const font = `${size * sharp}px system-ui, sans-serif`;
  const measure = sheet({ width: 1, height: 1 }).context;
  measure.font = font;
  const width = Math.ceil(measure.measureText(text).width) + 2;
  const { canvas, context } = sheet({ width, height: size * sharp * 1.5 });
  context.font = font;
  context.fillStyle = '#1a1f29';
  context.textBaseline = 'alphabetic';
  context.fillText(text, 0, size * sharp * 1.2);
  return { png: await bytesOf(canvas, 'image/png'), width: canvas.width / sharp, height: canvas.height / sharp };
}
