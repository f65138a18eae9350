import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** The folders of this app that each zone may import. A feature may also import itself. */
const allowed: Record<string, string[]> = {
  lib: ['lib'],
  ui: ['ui', 'lib'],
  api: ['api', 'lib'],
  shared: ['shared', 'api', 'ui', 'lib'],
  features: ['shared', 'api', 'ui', 'lib'],
  app: ['app', 'features', 'shared', 'api', 'ui', 'lib'],
};

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (f) => /\.tsx?$/.test(f) && !/\.test\./.test(f),
);

/** Returns the zone of a path under src: `ui`, `features/board`, ... */
function zone(path: string): string {
  const [top = '', sub = ''] = path.split('/');
  return top === 'features' ? `features/${sub}` : top;
}

function imports(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:@\/|\.)[^'"]+)['"]/g)].map(([, name = '']) =>
    name.startsWith('@/') ? name.slice(2) : relative(src, resolve(src, dirname(file), name)),
  );
}

test('every folder imports only what its zone allows, and features never import each other', () => {
  const wrong = sources.flatMap((file) => {
    const from = zone(file);
    const table = allowed[from.split('/')[0] ?? ''];
    if (!table) return [];
    return imports(file)
      .filter((name) => zone(name) !== from && !table.includes(zone(name).split('/')[0] ?? ''))
      .concat(
        imports(file).filter((n) => from.startsWith('features/') && n.startsWith('features/') && zone(n) !== from),
      )
      .map((name) => `${file} imports ${name}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
  expect(sources.length).toBeGreaterThan(10);
});
