import { lazyPage, type Options } from './lazyPage';
import type * as pages from './pages';

/** Returns a page of pages.ts. */
export const page = (name: keyof typeof pages, options?: Options) =>
  lazyPage(async () => (await import('./pages'))[name](), options);
