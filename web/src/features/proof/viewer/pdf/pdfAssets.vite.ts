import { cpSync, createReadStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/**
 * Serves the files that pdf.js loads at run time (character maps, fonts, decoders, colour profiles)
 * from `/pdfjs/`.
 */
export function pdfAssets(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  let config: ResolvedConfig;
  return {
    name: 'pdf-assets',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use('/pdfjs', (request, response, next) => {
        const [, folder = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
        const file = join(root, folder, basename(name));
        if (!folders.includes(folder) || !name || !existsSync(file)) return next();
        createReadStream(file).pipe(response);
      });
    },
    writeBundle() {
      for (const folder of folders) {
        cpSync(join(root, folder), join(config.build.outDir, 'pdfjs', folder), { recursive: true });
      }
    },
  };
}
