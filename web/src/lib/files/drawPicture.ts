import type { FileKinds } from './upload';

/** The pictures that can be chosen where one is drawn before it is sent. */
export const drawnKinds: FileKinds = {
  accept: 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml',
  about: 'PNG, JPEG, WebP, GIF or SVG of at most 5 MB',
};

/** The bytes of the largest file that is read, and of the largest picture that is sent. */
const mostRead = 5 * 1024 * 1024;
const mostSent = 1_000_000;

export type Size = { width: number; height: number };

/** A picture as PNG. `image` is base64 for the server, `url` is a data URL that shows it. */
export type DrawnPicture = Size & { image: string; url: string };

/** Returns the largest size of the same shape that fits into another one. */
function fitted({ width, height }: Size, most: Size): Size {
  const scale = Math.min(most.width / width, most.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns a length in pixels, or 0 for one in another unit or in percent. */
const pixels = (length: string | null) =>
  /^\s*[\d.]+(px)?\s*$/.test(length ?? '') ? Number.parseFloat(length ?? '') : 0;

/** Returns the shape of an SVG: that of its view box, else its size in pixels. */
function shapeOf(svg: Element): Size | undefined {
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width > 0 && height > 0) return { width, height };
  const size = { width: pixels(svg.getAttribute('width')), height: pixels(svg.getAttribute('height')) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/**
 * Returns an SVG that fills the wanted size, so that it is drawn sharply. Browsers disagree about
 * the size of an SVG that names none.
 */
async function sized(file: File, most: Size): Promise<Blob> {
  const { documentElement: svg } = new DOMParser().parseFromString(await file.text(), 'image/svg+xml');
  if (svg.nodeName !== 'svg') throw new Error('not an SVG');
  // Browsers do not give back what was drawn with parts of a web page. Drawing programs keep their
  // own data there, beside the drawing.
  for (const part of svg.querySelectorAll('foreignObject')) part.remove();
  const shape = shapeOf(svg);
  const { width, height } = shape ? fitted(shape, most) : most;
  if (shape && !svg.hasAttribute('viewBox')) svg.setAttribute('viewBox', `0 0 ${shape.width} ${shape.height}`);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}

/** Loads a picture. Scripts of an SVG never run, because an img element runs none. */
async function load(file: File, most: Size): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file.type === 'image/svg+xml' ? await sized(file, most) : file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Draws a picture as a PNG that fits into `most`. A smaller picture keeps its size; an SVG fills
 * it. Fails with a sentence for people when the file is too large or no picture.
 */
export async function drawPicture(file: File, most: Size): Promise<DrawnPicture> {
  if (file.size > mostRead) throw new Error('This file is larger than 5 MB. Choose a smaller picture.');
  const image = await load(file, most).catch(() => {
    throw new Error('This file cannot be read as a picture. Choose a PNG, JPEG, WebP, GIF or SVG.');
  });
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const fits = natural.width <= most.width && natural.height <= most.height;
  const { width, height } = fits ? natural : fitted(natural, most);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) throw new Error('This picture cannot be drawn. Choose another one.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const url = canvas.toDataURL('image/png');
  const base64 = url.split(',')[1] ?? '';
  if ((base64.length * 3) / 4 > mostSent) {
    throw new Error('This picture is still larger than 1 MB after it was made smaller. Choose a simpler one.');
  }
  return { image: base64, url, width, height };
}
