import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const file = (name: string) => readFileSync(resolve(import.meta.dirname, '../../public', name), 'utf8');
const replace = vi.fn<(path: string) => void>();

/** Runs a script of `public` at an address. An old browser has no `AbortSignal.any`. */
function run(name: string, pathname: string, old: boolean) {
  const browser = { AbortSignal: old ? {} : { any: () => {} } };
  // oxlint-disable-next-line no-implied-eval, no-new-func -- it is a file of the product, not a module
  new Function('window', 'AbortSignal', 'location', file(name))(browser, browser.AbortSignal, { pathname, replace });
}

beforeEach(() => {
  replace.mockClear();
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  document.body.innerHTML = '';
});

test.each(['/', '/signin', '/orders/detail/1'])(
  'an unsupported browser is sent from %s to its page (SH-156)',
  (path) => {
    run('supported.js', path, true);
    expect(document.querySelector('script')?.getAttribute('src')).toBe('/unsupported.js');
    run('unsupported.js', path, true);
    expect(document.getElementById('root')?.childElementCount).toBe(0);
    expect(replace.mock.calls).toEqual([['/not-support']]);
  },
);

test('a supported browser stays', () => {
  run('supported.js', '/', false);
  expect(replace).not.toHaveBeenCalled();
  expect(document.querySelector('script')).toBeNull();
});

test('an unsupported browser that cannot start the app still sees the page and its links (SH-155, SH-156)', () => {
  run('unsupported.js', '/not-support', true);
  expect(replace).not.toHaveBeenCalled();
  expect(document.querySelector('h1')?.textContent).toBe('Browser Not Supported!');
  const links = [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Chrome', 'https://www.google.com/chrome/'],
    ['Firefox', 'https://www.mozilla.org/firefox/'],
    ['Microsoft Edge', 'https://www.microsoft.com/edge'],
  ]);
});

test('an app that has started keeps its page', () => {
  document.body.innerHTML = '<div id="root"><p>The app</p></div>';
  run('unsupported.js', '/not-support', true);
  expect(document.getElementById('root')?.textContent).toBe('The app');
});
