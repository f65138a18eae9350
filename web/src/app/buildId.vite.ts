import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Writes the id of the build into index.html. It changes with every file of the app, because their
 * names have hashes of their content.
 */
export function buildId(): Plugin {
  return {
    name: 'build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const names = Object.keys(bundle ?? {})
          .toSorted()
          .join('\n');
        const content = createHash('sha256').update(names).digest('hex').slice(0, 16);
        return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }];
      },
    },
  };
}
