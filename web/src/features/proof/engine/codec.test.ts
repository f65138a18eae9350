import { describe, expect, test } from 'vitest';
import { decode, encode, limits, shapeId } from './codec';
import { pins } from './pins';
import { colors, kinds, type Mark } from './types';

const size = { width: 816, height: 1056 };
const sizeOf = () => size;
const owner = { id: 't1', editable: true };
const read = (value: unknown) => decode(value, sizeOf, owner);

/** A small linear congruential generator, which gives the same marks on every run. */
function random(seed: number): () => number {
  let s = seed;
  return () => (s = (s * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

function anyMark(seed: number): Mark {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(next() * list.length)];
    if (one === undefined) throw new Error('empty list');
    return one;
  };
  const kind = pick(kinds);
  const many = kind === 'line' ? 2 + Math.floor(next() * 20) : kind === 'circle' ? 1 : 2;
  const points = Array.from({ length: many }, () => ({ x: next(), y: next() }));
  const [a, b] = points;
  const rect =
    a && b
      ? [
          { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
          { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) },
        ]
      : points;
  return {
    id: 't1',
    kind,
    page: 1 + Math.floor(next() * 30),
    points: kind === 'rect' ? rect : points,
    radius: kind === 'circle' ? 0.01 + next() / 4 : 0,
    color: pick(colors),
    strokeWidth: 5,
    isUnsaved: false,
    editable: true,
  };
}

describe('encoding and decoding', () => {
  const marks = Array.from({ length: 300 }, (_, i) => anyMark(i + 1));

  test('decoding an encoded mark gives the same mark to a ten-thousandth of a pixel (BD-182)', () => {
    for (const mark of marks) {
      const back = read(JSON.stringify(encode(mark, size)));
      expect(back).toMatchObject({ kind: mark.kind, page: mark.page, color: mark.color, strokeWidth: 5 });
      expect(back?.radius).toBeCloseTo(mark.radius, 6);
      back?.points.forEach((p, i) => {
        expect(p.x).toBeCloseTo(mark.points[i]?.x ?? -1, 6);
        expect(p.y).toBeCloseTo(mark.points[i]?.y ?? -1, 6);
      });
      expect(back?.points).toHaveLength(mark.points.length);
    }
  });

  test('encoding a decoded mark gives the same JSON (BD-257)', () => {
    for (const mark of marks) {
      const written = encode(mark, size);
      const back = read(written);
      expect(back && encode(back, size)).toEqual(written);
    }
  });
});

describe('the stored format', () => {
  test('an annotation has className, attrs, scale and page, attrs of version 0.2 (BD-182, BD-262)', () => {
    const mark: Mark = {
      ...anyMark(4),
      id: 'a',
      kind: 'rect',
      page: 2,
      color: 'red',
      points: [
        { x: 0.25, y: 0.5 },
        { x: 0.5, y: 1 },
      ],
    };
    expect(encode(mark, { width: 400, height: 200 }, 0.75)).toEqual({
      className: 'rect',
      attrs: { id: 'a', x: 100, y: 100, width: 100, height: 100, stroke: 'red', strokeWidth: 5, version: 0.2 },
      scale: 0.75,
      page: 2,
    });
  });

  test('attributes of newer versions are page pixels, whatever the scale (BD-262)', () => {
    const mark = read({
      className: 'circle',
      attrs: { x: 408, y: 528, radius: 10, version: 0.2 },
      scale: 0.5,
      page: 1,
    });
    expect(mark).toMatchObject({ points: [{ x: 0.5, y: 0.5 }], radius: 10 / 816 });
  });

  test('attributes of version 0.1 are canvas pixels: the offset of the group is added and the sum is divided by the scale (BD-262)', () => {
    const attrs = { x: 104, y: 164, radius: 5, version: 0.1, groupAttrs: { x: 100, y: 100 } };
    expect(read({ className: 'Circle', attrs, scale: 0.5, page: 1 })).toMatchObject({
      points: [{ x: 0.5, y: 0.5 }],
      radius: 10 / 816,
    });
  });

  test('points are relative to x and y', () => {
    const mark = read({
      className: 'Arrow',
      attrs: { x: 81.6, y: 0, points: [0, 0, 81.6, 105.6], version: 0.2 },
      page: 1,
    });
    expect(mark?.points[1]?.x).toBeCloseTo(0.2);
    expect(mark?.points[1]?.y).toBeCloseTo(0.1);
  });

  test('a rect drawn to the left is decoded from its top left corner', () => {
    const attrs = { x: 816, y: 1056, width: -408, height: -528, version: 0.2 };
    expect(read({ className: 'rect', attrs })?.points).toEqual([
      { x: 0.5, y: 0.5 },
      { x: 1, y: 1 },
    ]);
  });

  test('points outside the page are moved to its edge', () => {
    expect(read({ className: 'circle', attrs: { x: -50, y: 9999, version: 0.2 } })?.points).toEqual([{ x: 0, y: 1 }]);
  });
});

const circle = { x: 1, y: 1, version: 0.2 };
const colorOf = (stroke: unknown) => read({ className: 'circle', attrs: { ...circle, stroke } })?.color;

describe('untrusted input', () => {
  test.each<[string, unknown]>([
    ['nothing', ''],
    ['no JSON', '{"className":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', 7],
    ['an unknown shape', { className: 'script', attrs: circle }],
    ['no attributes', { className: 'circle' }],
    ['attributes that are a list', { className: 'circle', attrs: [] }],
    ['a place that is text', { className: 'circle', attrs: { x: '1', y: 1 } }],
    ['an endless place', { className: 'circle', attrs: { x: Infinity, y: 1 } }],
    ['a place that is no number', { className: 'circle', attrs: { x: Number.NaN, y: 1 } }],
    ['a place beyond every page', { className: 'circle', attrs: { x: 1e9, y: 1 } }],
    ['page 0', { className: 'circle', attrs: circle, page: 0 }],
    ['half a page', { className: 'circle', attrs: circle, page: 1.5 }],
    ['page text', { className: 'circle', attrs: circle, page: '1' }],
    ['a rect without a size', { className: 'rect', attrs: circle }],
    ['a line without points', { className: 'line', attrs: circle }],
    ['an odd number of values', { className: 'line', attrs: { ...circle, points: [1, 2, 3, 4, 5] } }],
    ['a hole in the points', { className: 'line', attrs: { ...circle, points: [1, 2, null, 4] } }],
    [
      'too many points',
      { className: 'line', attrs: { ...circle, points: Array.from({ length: limits.points + 2 }, () => 1) } },
    ],
    ['too long a text', ' '.repeat(limits.text) + '{}'],
    ['deep nesting', '{"className":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ])('%s is not a valid mark', (_, value) => {
    expect(read(value)).toBeNull();
    expect(read(JSON.stringify(value))).toBeNull();
  });

  test('an invalid colour becomes the default, a hex colour stays', () => {
    expect([colorOf('url(//evil)'), colorOf(7), colorOf('#FF0000'), colorOf('Red'), colorOf('red;x')]).toEqual([
      'blue',
      'blue',
      '#ff0000',
      'red',
      'blue',
    ]);
  });

  test('the id comes from the topic, never from the JSON text', () => {
    expect(read({ className: 'circle', attrs: { ...circle, id: 'other' } })?.id).toBe('t1');
    expect(shapeId({ attrs: { id: 'x'.repeat(101) } })).toBeNull();
    expect(shapeId({ attrs: { id: 'own' } })).toBe('own');
  });

  test('a thousand damaged texts never throw', () => {
    const text = JSON.stringify(encode(anyMark(9), size));
    const next = random(42);
    for (let i = 0; i < 1000; i++) {
      const at = Math.floor(next() * text.length);
      const torn = text.slice(0, at) + String.fromCharCode(32 + Math.floor(next() * 95)) + text.slice(at + 1);
      const mark = read(torn);
      for (const p of mark?.points ?? []) expect(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1).toBe(true);
    }
  });
});

const dot = (id: string, page: number, x: number, y: number): Mark => ({
  ...anyMark(1),
  kind: 'circle',
  radius: 0.001,
  id,
  page,
  points: [{ x, y }],
});

describe('pins', () => {
  const marks = [dot('d', 2, 0, 0), dot('b', 1, 0.9, 0.5), dot('a', 1, 0.1, 0.1), dot('c', 1, 0.95, 0.5)];

  test('pins are sorted by page, then from top to bottom, then from left to right', () => {
    expect(pins(marks, [size, size]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a pin keeps its number when a mark is added above it, because pins are numbered in the order they were made', () => {
    const made = new Map(['d', 'b', 'a', 'c'].map((id, i) => [id, `2026-11-0${i + 1}T10:00:00Z`]));
    const numbers = (of: typeof marks) => Object.fromEntries(pins(of, [size, size], made).map((x) => [x.id, x.number]));
    expect(numbers(marks)).toEqual({ d: 1, b: 2, a: 3, c: 4 });
    expect(numbers(marks.slice(0, 2))).toEqual({ d: 1, b: 2 });
  });

  test('an unsaved mark has no pin', () => {
    expect(pins([{ ...dot('a', 1, 0, 0), isUnsaved: true }], [size])).toEqual([]);
  });
});
