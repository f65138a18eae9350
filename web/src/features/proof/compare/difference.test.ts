import { describe, expect, test } from 'vitest';
import { difference } from './difference';

const [width, height] = [320, 200];
const plain = (shade = 200) => {
  const bytes = new Uint8ClampedArray(width * height * 4).fill(shade);
  for (let i = 3; i < bytes.length; i += 4) bytes[i] = 255;
  return bytes;
};
const paint = (bytes: Uint8ClampedArray, x: number, y: number, w: number, h: number, shade: number) => {
  for (let row = y; row < y + h; row += 1) bytes.fill(shade, (row * width + x) * 4, (row * width + x + w) * 4);
  return bytes;
};
const diff = (before: Uint8ClampedArray, after: Uint8ClampedArray, tolerance = 24) =>
  difference(before, after, width, height, tolerance);
const at = (bytes: Uint8ClampedArray, x: number, y: number) =>
  Array.from({ length: 4 }, (_, i) => bytes[(y * width + x) * 4 + i]);

describe('the difference of two versions (BY-027)', () => {
  test('of equal images is empty', () => {
    const { boxes, changed, picture } = diff(plain(), plain());
    expect([boxes, changed]).toEqual([[], 0]);
    const [red, green, blue, alpha] = at(picture, 5, 5);
    expect([red === green && green === blue, alpha]).toEqual([true, 255]);
  });

  test('boxes additions, removals and changes separately, from top to bottom', () => {
    const before = paint(plain(), 250, 150, 30, 20, 0);
    const after = paint(paint(plain(), 20, 20, 40, 10, 90), 130, 100, 12, 12, 20);
    const { boxes, changed, picture } = diff(before, after);
    expect(boxes).toHaveLength(3);
    const inside = ([x, y, w, h]: number[]) =>
      boxes.some(
        (b) =>
          b.x <= (x ?? 0) &&
          b.y <= (y ?? 0) &&
          b.x + b.width >= (x ?? 0) + (w ?? 0) &&
          b.y + b.height >= (y ?? 0) + (h ?? 0),
      );
    expect(
      [
        [20, 20, 40, 10],
        [130, 100, 12, 12],
        [250, 150, 30, 20],
      ].every(inside),
    ).toBe(true);
    expect(boxes.map((b) => b.y)).toEqual(boxes.map((b) => b.y).toSorted((p, q) => p - q));
    expect(changed).toBeCloseTo((40 * 10 + 12 * 12 + 30 * 20) / (width * height));
    expect(at(picture, 25, 25)).toEqual([0xe0, 0x1a, 0x30, 255]);
  });

  test('changes close together form one box, and no box leaves the image', () => {
    const after = paint(paint(plain(), 10, 10, 10, 10, 0), 34, 10, 10, 10, 0);
    expect(diff(plain(), after).boxes).toHaveLength(1);
    const corner = diff(plain(), paint(plain(), width - 8, height - 8, 8, 8, 0)).boxes[0];
    expect([(corner?.x ?? 0) + (corner?.width ?? 0), (corner?.y ?? 0) + (corner?.height ?? 0)]).toEqual([
      width,
      height,
    ]);
  });

  test('a change within the tolerance does not count, and a single differing pixel gets no box', () => {
    expect(diff(plain(200), plain(220)).changed).toBe(0);
    expect(diff(plain(200), plain(220), 8).changed).toBe(1);
    const speck = diff(plain(), paint(plain(), 100, 100, 1, 1, 0));
    expect([speck.boxes, speck.changed > 0]).toEqual([[], true]);
  });

  test('images of different sizes are refused', () => {
    expect(() => difference(new Uint8ClampedArray(4), plain(), width, height, 24)).toThrow('another size');
  });
});
