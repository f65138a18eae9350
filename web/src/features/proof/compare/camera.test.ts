import { expect, test } from 'vitest';
import { fitted, largest, lookingAt, zoomed } from './camera';

const room = { width: 1000, height: 600 };

test('a sheet is fitted into the middle of its pane and never enlarged', () => {
  const { scale, x, y } = fitted({ width: 4000, height: 1000 }, room);
  expect([x, x + 4000 * scale]).toEqual([24, 976]);
  expect(y + 500 * scale).toBeCloseTo(300);
  expect(fitted({ width: 100, height: 100 }, room)).toEqual({ scale: 1, x: 450, y: 250 });
});

test('zooming keeps the point under the pointer in place and stays within its limits', () => {
  const camera = { scale: 0.5, x: 10, y: 20 };
  const at = { x: 300, y: 200 };
  const next = zoomed(camera, 2, at);
  expect([(at.x - next.x) / next.scale, (at.y - next.y) / next.scale]).toEqual([580, 360]);
  expect(zoomed(camera, 1000, at).scale).toBe(largest);
});

test('showing a change puts it in the middle of the pane', () => {
  const { scale, x, y } = lookingAt({ x: 1000, y: 500, width: 200, height: 100 }, room);
  expect([x + 1100 * scale, y + 550 * scale]).toEqual([500, 300]);
});
