/** A rectangle in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Difference {
  /** The image of the difference: the new version in pale grey, changes in red; RGBA. */
  picture: Uint8ClampedArray<ArrayBuffer>;
  /** The boxes around the changes, from top to bottom. */
  boxes: Box[];
  /** The share of all pixels that changed. */
  changed: number;
}

/** Changes are counted in square cells with this side, in pixels. */
const cell = 16;
/**
 * A cell with fewer changed pixels is noise, such as an edge that was rendered slightly
 * differently.
 */
const enough = 4;
/** Boxes closer than this many cells are merged. */
const reach = 2;
/** The largest number of boxes. The smallest ones are left out. */
const mostBoxes = 200;

/** Returns boxes around groups of cells that touch or nearly touch. */
export function gather(cells: Uint16Array, across: number, down: number): Box[] {
  const seen = new Uint8Array(cells.length);
  const boxes: Box[] = [];
  const stack: number[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (seen[start] || (cells[start] ?? 0) < enough) continue;
    let [left, top, right, bottom] = [across, down, 0, 0];
    seen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let ny = Math.max(0, y - reach); ny <= Math.min(down - 1, y + reach); ny += 1) {
        for (let nx = Math.max(0, x - reach); nx <= Math.min(across - 1, x + reach); nx += 1) {
          const next = ny * across + nx;
          if (seen[next] || (cells[next] ?? 0) < enough) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    boxes.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
  }
  return boxes;
}

/**
 * Returns the difference of two RGBA images of the same size. `tolerance` (0 to 255) is the change
 * of a channel that still counts as equal. The loop reads every pixel once without allocating:
 * 4,000 x 4,000 pixels take a fraction of a second.
 */
export function difference(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  width: number,
  height: number,
  tolerance: number,
): Difference {
  const pixels = width * height;
  if (before.length !== pixels * 4 || after.length !== pixels * 4) throw new Error('pictures of another size');
  const [a, b] = [words(before), words(after)];
  const picture = new Uint8ClampedArray(pixels * 4);
  const out = new Uint32Array(picture.buffer);
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const cells = new Uint16Array(across * down);
  let changed = 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = (y >> 4) * across;
    for (let x = 0; x < width; x += 1, at += 1) {
      const [one, other] = [a[at] ?? 0, b[at] ?? 0];
      if (one !== other && differs(one, other, tolerance)) {
        changed += 1;
        const c = row + (x >> 4);
        cells[c] = (cells[c] ?? 0) + 1;
        out[at] = 0xff_30_1a_e0; // As bytes: e0 1a 30 ff.
      } else out[at] = pale(other);
    }
  }
  const boxes = gather(cells, across, down)
    .toSorted((p, q) => q.width * q.height - p.width * p.height)
    .slice(0, mostBoxes)
    .toSorted((p, q) => p.y - q.y || p.x - q.x)
    .map(({ x, y, ...size }) => ({
      x: x * cell,
      y: y * cell,
      width: Math.min(size.width * cell, width - x * cell),
      height: Math.min(size.height * cell, height - y * cell),
    }));
  return { picture, boxes, changed: pixels === 0 ? 0 : changed / pixels };
}

/** Returns each pixel's four bytes as one number, with red in the lowest byte. */
const words = (bytes: Uint8ClampedArray): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);

function differs(one: number, other: number, tolerance: number): boolean {
  return (
    Math.abs((one & 255) - (other & 255)) > tolerance ||
    Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) > tolerance ||
    Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) > tolerance ||
    Math.abs((one >>> 24) - (other >>> 24)) > tolerance
  );
}

/** Returns a colour as a pale grey, so that the changes stand out. */
function pale(colour: number): number {
  const grey = ((colour & 255) * 77 + ((colour >>> 8) & 255) * 150 + ((colour >>> 16) & 255) * 29) >> 8;
  const light = 160 + ((grey * 95) >> 8);
  return (255 << 24) | (light << 16) | (light << 8) | light;
}
