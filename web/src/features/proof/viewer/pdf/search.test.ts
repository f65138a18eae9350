import { describe, expect, test } from 'vitest';
import { findIn, folded, type Piece } from './search';

const page: Piece[] = [
  { str: 'Apfel', hasEOL: false },
  { str: ' – Gelée', hasEOL: true },
  { str: 'und ﬁne  Jam, GELEE', hasEOL: false },
];
/** Returns the words of the page that each match covers. */
const words = (query: string) =>
  findIn(folded(page), 1, query).map(({ from, to }) =>
    page
      .slice(from.piece, to.piece + 1)
      .map(({ str }, i, all) => str.slice(i === 0 ? from.at : 0, i === all.length - 1 ? to.at : undefined))
      .join('|'),
  );

describe('searching the text of a page', () => {
  test('ignores case and accents', () => {
    expect(words('gelee')).toEqual(['Gelée', 'GELEE']);
    expect(words('GELÉE')).toEqual(['Gelée', 'GELEE']);
  });
  test('finds matches across the end of a text piece or a line', () => {
    expect(words('apfel – gelee und')).toEqual(['Apfel| – Gelée|und']);
  });
  test('splits ligatures and treats runs of white space as one space', () => {
    expect(words('fine jam')).toEqual(['ﬁne  Jam']);
  });
  test('returns nothing for an empty query, and nothing for words that are not there', () => {
    expect(words('  ')).toEqual([]);
    expect(words('plum')).toEqual([]);
  });
  test('letters outside the basic plane keep their position', () => {
    const odd = folded([{ str: '𝒥am 🍓 jam', hasEOL: false }]);
    expect(findIn(odd, 1, 'jam').map(({ from, to }) => [from.at, to.at])).toEqual([
      [0, 4],
      [8, 11],
    ]);
  });
});
