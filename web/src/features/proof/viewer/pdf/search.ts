/** A piece of a page's text, as returned by pdf.js. */
export interface Piece {
  str: string;
  hasEOL: boolean;
}

/**
 * The position of a match: from a place in one piece of the text to a place in the same or another
 * one.
 */
export interface Match {
  page: number;
  from: { piece: number; at: number };
  to: { piece: number; at: number };
}

/** The most matches that are counted. Nobody steps through more. */
export const mostMatches = 1000;

interface Folded {
  text: string;
  /** For each character of `text`, the piece it comes from and its place in it. */
  pieces: Int32Array;
  places: Int32Array;
}

/** fold removes case, accents and repeated white space, and splits ligatures. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ');

/** Returns the text of a page in a searchable form. The end of a line counts as a space. */
export function folded(pieces: readonly Piece[]): Folded {
  const text: string[] = [];
  const from: number[] = [];
  const places: number[] = [];
  const add = (character: string, piece: number, at: number) => {
    if (character === ' ' && text.at(-1) === ' ') return;
    text.push(character);
    from.push(piece);
    places.push(at);
  };
  pieces.forEach(({ str, hasEOL }, piece) => {
    let at = 0;
    for (const character of str) {
      for (const letter of fold(character)) for (const unit of letter.split('')) add(unit, piece, at);
      at += character.length;
    }
    if (hasEOL) add(' ', piece, at);
  });
  return { text: text.join(''), pieces: Int32Array.from(from), places: Int32Array.from(places) };
}

/** Returns every match of the query on a page. */
export function findIn({ text, pieces, places }: Folded, page: number, query: string): Match[] {
  const wanted = fold(query).trim();
  const found: Match[] = [];
  if (!wanted) return found;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const last = at + wanted.length - 1;
    found.push({
      page,
      from: { piece: pieces[at] ?? 0, at: places[at] ?? 0 },
      to: { piece: pieces[last] ?? 0, at: (places[last] ?? 0) + 1 },
    });
  }
  return found;
}
