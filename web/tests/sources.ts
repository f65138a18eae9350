import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../src');

/** Returns the text of the app's files by their path below `src`, without tests. */
export function sources(ending: RegExp): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const wanted = paths.filter((path) => ending.test(path) && !/\.test\.tsx?$/.test(path));
  return new Map(wanted.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
