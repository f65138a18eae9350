import type { Point } from '../../engine';

/** The pixels of an image. Channels are 0 to 255. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** A circle that is not compared, in pixels. */
export interface Hole {
  at: Point;
  radius: number;
}

/** The images are compared in squares with this side, because edges may be smoothed differently. */
const side = 4;
/** A square differs when the mean of a channel differs by more than this. */
const tolerance = 40;
/** The number of squares that may differ. */
const allowed = 8;

/** Returns the number of squares that differ between two images. */
export function differing(a: Pixels, b: Pixels, holes: readonly Hole[] = []): number {
  const columns = Math.floor(a.width / side);
  const rows = Math.floor(a.height / side);
  const left = (x: number, y: number) =>
    holes.some(({ at, radius }) => Math.hypot(x - at.x, y - at.y) <= radius + side);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const sums = [0, 0, 0];
      for (let y = row * side; y < (row + 1) * side; y += 1) {
        for (let x = column * side; x < (column + 1) * side; x += 1) {
          const i = (y * a.width + x) * 4;
          for (let channel = 0; channel < 3; channel += 1) {
            sums[channel] = (sums[channel] ?? 0) + (a.data[i + channel] ?? 0) - (b.data[i + channel] ?? 0);
          }
        }
      }
      const far = sums.some((sum) => Math.abs(sum) > tolerance * side * side);
      if (far && !left((column + 0.5) * side, (row + 0.5) * side)) count += 1;
    }
  }
  return count;
}

/** Reports whether two images of a page look the same. */
export const same = (a: Pixels, b: Pixels, holes: readonly Hole[] = []): boolean =>
  a.width === b.width && a.height === b.height && differing(a, b, holes) <= allowed;
