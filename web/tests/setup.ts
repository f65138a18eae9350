import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, expect } from 'vitest';

// Conditions are waited for this long: chunks and menus take their time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

if (typeof window !== 'undefined') {
  // What shows toasts arrives on demand; tests with a clock of their own want it there.
  const { getState } = expect;
  beforeAll(async () => {
    if (!getState().testPath?.endsWith('.tsx')) return;
    const { toaster } = await import('@/ui/toast');
    await toaster.get();
  });

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
