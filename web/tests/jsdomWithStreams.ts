import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** What tests use of Node beside jsdom's window; a context that shares its worker with others has the window alone. */
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
