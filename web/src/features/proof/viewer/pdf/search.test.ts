import { describe, expect, test } from 'vitest';
import { findIn, folded, type Piece } from './search';

const page: Piece[] = [
  { str: 'Apfel', hasEOL: false },
  { str: ' – Gelée', hasEOL: true },
  { str: 'und ﬁne  Jam, GELEE', hasEOL: false },
];
/** What a match covers, in the words of the page. */
const words = (query: string) =>
  findIn(folded(page), 1, query).map(({ from, to }) =>
    page
      .slice(from.piece, to.piece + 1)
      .map(({ str }, i, all) => str.slice(i === 0 ? from.at : 0, i === all.length - 1 ? to.at : undefined))
      .join('|'),
  );

describe('searching the text of a page', () => {
  test('takes no notice of case and accents', () => {
    expect(words('gelee')).toEqual(['Gelée', 'GELEE']);
    expect(words('GELÉE')).toEqual(['Gelée', 'GELEE']);
  });
  test('goes over the end of a piece and of a line', () => {
    expect(words('apfel – gelee und')).toEqual(['Apfel| – Gelée|und']);
  });
  test('takes ligatures apart and runs of space together', () => {
    expect(words('fine jam')).toEqual(['ﬁne  Jam']);
  });
  test('finds nothing for nothing, and nothing that is not there', () => {
    expect(words('  ')).toEqual([]);
    expect(words('plum')).toEqual([]);
  });
  test('letters outside the basic plane keep their place', () => {
    const odd = folded([{ str: '𝒥am 🍓 jam', hasEOL: false }]);
    expect(findIn(odd, 1, 'jam').map(({ from, to }) => [from.at, to.at])).toEqual([
      [0, 4],
      [8, 11],
    ]);
  });
});
