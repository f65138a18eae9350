import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildId } from './src/app/buildId.vite.ts';
import { firstLoad } from './src/app/firstLoad.vite.ts';
import { pdfAssets } from './src/features/proof/viewer/pdf/pdfAssets.vite.ts';

const server = process.env['PROOFBOARD_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), firstLoad(), pdfAssets(), buildId()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2022',
    // Every browser that can run the app knows modulepreload (public/supported.js).
    modulePreload: { polyfill: false },
    // One file for all that every page needs, and one for what most pages share: they pack better than many small ones
    // (web/e2e/app/load.spec.ts).
    // The first load has the names of the chunks it can ask for. Hashes hardly compress, so they are short.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            {
              name: 'shared',
              test: /shared\/(command\/(notify|refusal)|useInView)\.ts|ViewButton|api\/outbox\/outbox\.ts|board\/drag\/dropRules|usePageFocus|helpers\/.*extends/,
            },
          ],
        },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/files': { target: server } },
  },
});
