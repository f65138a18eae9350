import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
const dist = join(root, 'web/dist');
const compressed = ['.br', '.zst'];

/**
 * Builds the program once more into a folder, with a web app in which one chunk has another name, as
 * after a change of its code. Returns the program and the name of the chunk that is gone.
 */
export async function newerBuild(folder: string, chunk: RegExp): Promise<{ program: string; gone: string }> {
  const files = readdirSync(join(dist, 'assets'));
  const gone = files.find((name) => chunk.test(name));
  if (!gone) throw new Error(`no chunk is called ${chunk}`);
  const renamed = gone.replace(/\.js$/, '0.js');
  mkdirSync(join(folder, 'assets'), { recursive: true });

  // What the compiler reads in place of files of the build. "" means that there is no file.
  const instead: Record<string, string> = {};
  const put = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    instead[join(dist, name)] = join(folder, name);
  };
  const drop = (name: string) => {
    if (existsSync(join(dist, name))) instead[join(dist, name)] = '';
  };
  for (const name of files.filter((file) => file.endsWith('.js'))) {
    const content = readFileSync(join(dist, 'assets', name), 'utf8');
    if (name !== gone && !content.includes(gone)) continue;
    for (const ending of compressed) drop(`assets/${name}${ending}`);
    if (name === gone) drop(`assets/${name}`);
    put(`assets/${name === gone ? renamed : name}`, content.replaceAll(gone, renamed));
  }
  for (const ending of compressed) drop(`index.html${ending}`);
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  put('index.html', page.replace(/(name="build" content=")[0-9a-f]+/, '$1ffffffffffffffff'));

  const overlay = join(folder, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: instead }));
  const program = join(folder, 'proofboard');
  await promisify(execFile)(
    'go',
    ['build', '-buildvcs=false', '-trimpath', '-overlay', overlay, '-o', program, './cmd/proofboard'],
    {
      cwd: root,
      env: { ...process.env, CGO_ENABLED: '0', GOEXPERIMENT: 'jsonv2' },
    },
  );
  return { program, gone };
}
