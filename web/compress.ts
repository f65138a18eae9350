// Compresses the built app once and at the best levels, so that the server never has to. For each file of which it saves
// something there is a second one with .br behind its name (Brotli) and a third with .zst (Zstandard).
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, zstdCompress } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
/** These are packed already. */
const packed = new Set(['.woff2', '.png', '.jpg', '.br', '.zst']);
/** Bytes below which the headers outweigh what is saved. */
const smallest = 1024;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const forms = [
    {
      ending: '.br',
      body: await brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    },
    {
      ending: '.zst',
      body: await zstd(content, {
        params: { [constants.ZSTD_c_compressionLevel]: 22 },
        pledgedSrcSize: content.length,
      }),
    },
  ];
  await Promise.all(
    forms
      .filter(({ body }) => body.length < content.length * 0.95)
      .map(({ ending, body }) => writeFile(file + ending, body)),
  );
}

const all = (await readdir(dist, { recursive: true })).map((name) => join(dist, name));
// The server fills the log's keys into the verifier page, so that one is compressed there.
const files = all.filter((name) => !packed.has(extname(name)) && name !== join(dist, 'verify.html'));
const sizes = await Promise.all(files.map((name) => stat(name)));
await Promise.all(files.filter((_, i) => sizes[i]?.isFile() && sizes[i].size >= smallest).map(compress));
