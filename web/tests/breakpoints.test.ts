import { expect, test } from 'vitest';
import { mobile } from '@/lib/mobile';
import { sources } from './sources';

/** The widths at which something else than the phone layout begins, and why. */
const others: Record<string, string> = {
  '1900px': 'the tools of a proof stand beside its decision on a very wide screen',
  '1101px': 'the threads of a proof are always open above 1100 px',
  '1100px': 'two columns of an order or a page with a preview, and the long row of filters, no longer fit',
  '1000px': 'the facts beside a history or a report go below it',
  '900px': 'tables become cards, and the picture beside a sign-in goes away',
  '620px': 'small tables become cards, and pairs of fields stand below each other',
  '600px': 'the floating tools of a proof take a whole row',
  '560px': 'the texts of banners and forms go above their buttons',
  '480px': 'labels of buttons that have an icon go away',
  '34rem': 'the verifier page, which is saved and opened without the app',
};

/** Returns the widths of the media queries of the app, with the files that have them. */
function widths(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, source] of sources(/\.(css|tsx?)$/)) {
    // A style sheet also has container queries, which know nothing of the screen.
    const queries = path.endsWith('.css') ? (source.match(/@media[^{]*/g) ?? []).join() : source;
    for (const [, width = ''] of queries.matchAll(/(?:max-width: |min-width: |width [<>]=? )([\d.]+(?:px|rem))/g)) {
      found.set(width, [...(found.get(width) ?? []), path]);
    }
  }
  return found;
}

test('the phone layout begins at 768 px everywhere (BD-467)', () => {
  expect(mobile).toBe('(max-width: 768px)'); // BD-467
  const found = widths();
  expect([...found.keys()].filter((width) => !(width in others))).toEqual(['768px']); // BD-467
  const files = found.get('768px') ?? [];
  expect(files.length).toBeGreaterThan(6);
  // Components take the query from its one place.
  expect(files.filter((path) => /\.tsx?$/.test(path))).toEqual(['lib/mobile.ts']);
});

test('every other width of the list is in use', () => {
  const found = widths();
  expect(Object.keys(others).filter((width) => !found.has(width))).toEqual([]);
});
