import { afterEach, expect, test, vi } from 'vitest';
import { isBlocked } from './blocked';

afterEach(() => vi.unstubAllGlobals());

const part = 'http://localhost:3000/assets/open-1.js';
const missing = new TypeError(`Failed to fetch dynamically imported module: ${part}`);
const answering = (...urls: string[]) =>
  vi.stubGlobal('fetch', (url: string) =>
    urls.includes(url) ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  );

test('an ad blocker is distinguished from a lost connection, an old build and a bad file (BD-450, D-19)', async () => {
  answering('/');
  expect(await isBlocked(missing)).toBe(true);
  expect(await isBlocked(new Error('Invalid PDF structure.'))).toBe(false);
  answering();
  expect(await isBlocked(missing)).toBe(false);
  answering('/', part);
  expect(await isBlocked(missing)).toBe(false);
});
