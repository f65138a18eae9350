import { expect, test } from 'vitest';
import { drag, maxZoom, middle, placeOf, sideOf, zoomTo } from './crop';

const wide = { width: 800, height: 400 };

test('starts with the largest square in the middle', () => {
  const crop = middle(wide);
  expect(crop).toEqual({ x: 400, y: 200, zoom: 1 });
  expect(sideOf(wide, crop)).toBe(400);
  expect(placeOf(wide, crop)).toEqual({ width: '200%', height: '100%', left: '-50%', top: '0%' });
});

test('dragging moves the picture and stops at its edges', () => {
  expect(drag(wide, middle(wide), 0.25, 0)).toEqual({ x: 300, y: 200, zoom: 1 });
  expect(drag(wide, middle(wide), 9, 9)).toEqual({ x: 200, y: 200, zoom: 1 });
  expect(drag(wide, middle(wide), -9, -9)).toEqual({ x: 600, y: 200, zoom: 1 });
});

test('zooming keeps the centre and stays within its limits', () => {
  const near = zoomTo(wide, middle(wide), 2);
  expect(near).toEqual({ x: 400, y: 200, zoom: 2 });
  expect(drag(wide, near, 0, 0.5)).toEqual({ x: 400, y: 100, zoom: 2 });
  expect(zoomTo(wide, near, 99).zoom).toBe(maxZoom);
  expect(zoomTo(wide, near, 0).zoom).toBe(1);
});

test('zooming out at an edge moves the square back inside', () => {
  const corner = drag(wide, zoomTo(wide, middle(wide), 4), 9, 9);
  expect(corner).toEqual({ x: 50, y: 50, zoom: 4 });
  expect(zoomTo(wide, corner, 1)).toEqual({ x: 200, y: 200, zoom: 1 });
});
