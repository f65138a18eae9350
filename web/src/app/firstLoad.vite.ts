import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The packages of which charts get a copy. */
const ofCharts = /^(@reduxjs\/toolkit|redux|react-redux|immer|reselect|use-sync-external-store)(\/|$)/;

/**
 * Keeps code of packages that the board does not need out of the first load. The bundler cannot
 * remove it by itself.
 */
export function firstLoad(): Plugin {
  const reactRedux = dirname(createRequire(import.meta.url).resolve('react-redux/package.json'));
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'pre',
    // Only drag and drop uses `connect`. A package is in one chunk, so drag and drop gets a copy of
    // its own. It has a context of its own as well, so the two never meet. Charts have a store of
    // their own too, and use much of these packages that nothing else does.
    async resolveId(source, importer) {
      if (ofCharts.test(source) && /\/recharts\/|\?charts$/.test(importer ?? '')) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && { ...found, id: `${found.id}?charts` };
      }
      if (source !== 'react-redux' || !importer?.includes('/react-beautiful-dnd/')) return undefined;
      return join(reactRedux, 'dist/react-redux.browser.mjs');
    },
    // Naming a component for developer tools and wrapping it count as uses of it, so that all of the
    // router's forms would come along. Its links prefetch only with its server, which the app has not.
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll(/^const \w+ = (?=React\$1\.(forwardRef|memo)\()/gm, '$&/* @__PURE__ */ ')
          .replace('return shouldPrefetch && !isAbsolute ?', 'return false ?'),
    },
  };
}
