import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * The globals of Node that tests use. In the vmThreads pool a test file has only the globals of
 * jsdom's window.
 */
const fromNode = ['ReadableStream', 'WritableStream', 'TransformStream', 'performance'] as const;

const { jsdom } = builtinEnvironments;

export default {
  ...jsdom,
  name: 'jsdom with streams',
  async setupVM(options) {
    const made = await jsdom.setupVM?.(options);
    if (!made) throw new Error('jsdom makes no context');
    for (const name of fromNode) {
      Object.defineProperty(made.getVmContext(), name, { value: globalThis[name], configurable: true, writable: true });
    }
    return made;
  },
} satisfies Environment;
