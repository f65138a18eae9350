import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, expect } from 'vitest';

// The timeout for conditions is long, because chunks and menus load slowly on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

if (typeof window !== 'undefined') {
  // The code that shows toasts loads on demand. Tests with fake timers need it loaded before.
  const { getState } = expect;
  beforeAll(async () => {
    if (!getState().testPath?.endsWith('.tsx')) return;
    const { toaster } = await import('@/ui/toast/toast');
    await toaster.get();
  });

  afterEach(() => {
    cleanup();
    window.localStorage.clear();
  });

  // jsdom lacks the functions that Mantine and the virtual columns use to measure.
  window.matchMedia ??= (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;

  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  window.HTMLElement.prototype.scrollIntoView ??= () => {};

  // The rich-text editor asks which element is at a point. Without layout there is none.
  document.elementFromPoint ??= () => null;
  const nowhere = new DOMRect();
  window.Range.prototype.getBoundingClientRect ??= () => nowhere;
  window.Range.prototype.getClientRects ??= () => Object.assign([nowhere], { item: () => nowhere });

  // The auto-sizing text area waits for fonts to load.
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
}
