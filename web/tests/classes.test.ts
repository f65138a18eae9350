import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './sources';

const code = sources(/\.tsx?$/);

/** Returns the code of every file that imports a style sheet, by the name that it has there. */
const usersOf = (sheet: string) =>
  [...code].flatMap(([path, source]) =>
    [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
      .filter(([, , from = '']) => (from.startsWith('@/') ? from.slice(2) : join(dirname(path), from)) === sheet)
      .map(([, name = '']) => ({ name, source })),
  );

test('every class of a style sheet is used', () => {
  const unused = [...sources(/\.module\.css$/)].flatMap(([sheet, css]) => {
    const users = usersOf(sheet);
    const own = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
    const classes = new Set(own.match(/(?<=\.)[a-zA-Z][\w-]*(?=[^{};]*\{)/g));
    return [...classes]
      .filter(
        (it) => !users.some(({ name, source }) => new RegExp(`\\b${name}(\\.${it}\\b|\\['${it}'\\])`).test(source)),
      )
      .map((it) => `${sheet} .${it}`);
  });
  expect(unused).toEqual([]);
});
