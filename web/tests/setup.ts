import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

if (typeof window !== 'undefined') {
  afterEach(() => {
    cleanup();
    window.localStorage.clear();
  });

  // jsdom lacks what Mantine and the virtual columns measure with.
  window.matchMedia ??= (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;

  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  window.HTMLElement.prototype.scrollIntoView ??= () => {};

  // The rich-text editor asks what lies where; without layout nothing does.
  document.elementFromPoint ??= () => null;
  const nowhere = new DOMRect();
  window.Range.prototype.getBoundingClientRect ??= () => nowhere;
  window.Range.prototype.getClientRects ??= () => Object.assign([nowhere], { item: () => nowhere });

  // The auto-sizing text area waits for fonts.
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
}
