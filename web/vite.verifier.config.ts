import { defineConfig, type Plugin } from 'vite';

/** Puts script and style into the page itself, so that it is one file that asks nobody for anything. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['verify.html'];
      if (page?.type !== 'asset') throw new Error('there is no verify.html');
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const text = part.type === 'chunk' ? part.code : String(part.source);
        const tag = part.type === 'chunk' ? 'script' : 'style';
        const reference = new RegExp(
          tag === 'script' ? `<script[^>]*${name}[^>]*></script>` : `<link[^>]*${name}[^>]*>`,
        );
        if (!reference.test(html)) throw new Error(`verify.html does not ask for ${name}`);
        html = html.replace(reference, '');
        // the function keeps $ in the code from being read as a pattern
        const inline = `<${tag}${tag === 'script' ? ' type="module"' : ''}>${text.trim().replaceAll('</script', '<\\/script')}</${tag}>`;
        html = html.replace(tag === 'script' ? '</body>' : '</head>', (end) => `${inline}\n${end}`);
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

/** The page that checks approval certificates: dist/verify.html. */
export default defineConfig({
  root: 'src/verifier',
  base: './',
  publicDir: false,
  plugins: [oneFile()],
  build: {
    outDir: '../../dist',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'src/verifier/verify.html' },
  },
});
