import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { check as Check } from './check';

const web = resolve(import.meta.dirname, '../..');
const testdata = join(web, '../internal/eventstore/certificate/testdata');

interface Vectors {
  key: string;
  vectors: { file: string; valid: boolean; why: string }[];
}

const { key, vectors } = JSON.parse(readFileSync(join(testdata, 'vectors.json'), 'utf8')) as Vectors;
const read = (file: string) => new Uint8Array(readFileSync(join(testdata, 'vectors', file)));

let page = '';
let files: string[] = [];
let check: typeof Check;

/** The test builds the page as it is shipped and runs its own script. */
beforeAll(async () => {
  const built = await build({
    configFile: join(web, 'vite.verifier.config.ts'),
    root: join(web, 'src/verifier'),
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(web, 'src/verifier/verify.html') } },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('not one build');
  const parts: readonly { fileName: string }[] = built.output;
  files = parts.map((part) => part.fileName);
  const only = parts[0];
  page = only && 'source' in only ? String(only.source) : '';
  document.documentElement.innerHTML = page;
  runInThisContext(/<script type="module">([\s\S]*)<\/script>/.exec(page)?.[1] ?? '');
  check = window.checkCertificate;
}, 60_000);

async function accepts(file: Uint8Array): Promise<boolean> {
  return (await check(file, key)).valid;
}

describe('the page agrees with the server on every test vector (BY-023, BY-024)', () => {
  test.each(vectors)('$file: $why', async ({ file, valid }) => {
    const verdict = await check(read(file), key);
    const why: unknown = expect.stringMatching(/^[A-Z].{20,}\.$/);
    expect(verdict).toMatchObject(valid ? { valid } : { valid, why });
  });

  test('there are vectors of both kinds', () => {
    expect(vectors.filter((v) => v.valid).length).toBeGreaterThan(5);
    expect(vectors.filter((v) => !v.valid).length).toBeGreaterThan(40);
  });
});

describe('a flipped byte is refused (BY-024)', () => {
  test('each byte of a JSON certificate', { timeout: 120_000 }, async () => {
    const file = read('valid.json');
    const accepted: number[] = [];
    for (let i = 0; i < file.length; i++) {
      file[i] = (file[i] ?? 0) ^ (1 << (i % 8));
      if (await accepts(file)) accepted.push(i);
      file[i] = (file[i] ?? 0) ^ (1 << (i % 8));
    }
    expect(accepted).toEqual([]);
    expect(await accepts(file)).toBe(true);
  });

  test('each byte of the end of a PDF certificate, and steps through the rest', { timeout: 120_000 }, async () => {
    const file = read('valid.pdf');
    const accepted: number[] = [];
    for (let i = 0; i < file.length; i += i < file.length - 300 ? 23 : 1) {
      file[i] = (file[i] ?? 0) ^ (1 << (i % 8));
      if (await accepts(file)) accepted.push(i);
      file[i] = (file[i] ?? 0) ^ (1 << (i % 8));
    }
    expect(accepted).toEqual([]);
    expect(await accepts(file)).toBe(true);
  });
});

describe('the page', () => {
  test('asks for nothing but itself, so that it works without a network', () => {
    expect(files).toEqual(['verify.html']);
    expect(page).not.toMatch(/<(script|img|iframe)[^>]+src=|<link[^>]+rel="stylesheet"|@import|url\(["']?http/);
    expect(page).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|crypto\.subtle|\bimport\(/);
  });

  test.each([
    ['', /Paste the public key/],
    ['proofboard-vectors', /not written as/],
    [`${key.replace('+', '+0')}`, /do not belong together/],
  ])('says what is wrong with the public key %j', async (keys, why) => {
    const verdict = await check(read('valid.json'), keys);
    expect(verdict.valid ? '' : verdict.why).toMatch(why);
  });
});
