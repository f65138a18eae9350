import fuzzysort from 'fuzzysort';
import { onceIdle } from '@/lib/onDemand';
import type { Entry, KnownOrder, Section } from './entries';

/** The share of a perfect match below which nothing is shown. */
const threshold = 0.35;

/** The most orders that are shown of those in the browser: as many as fit. Another letter finds the others. */
export const mostOrders = 12;

/** The most lines that are shown of another section. */
const mostLines = 8;

type Prepared = { order: KnownOrder; number: string; initials: string; words: Fuzzysort.Prepared };

/** Preparing 10,000 orders takes several times as long as searching them. */
const prepared = new WeakMap<KnownOrder, Prepared>();
const preparedLists = new WeakMap<KnownOrder[], Prepared[]>();

/** Makes an order quick to search: its name, and after it what else people know of it. */
function prepare(order: KnownOrder): Prepared {
  const known = prepared.get(order);
  if (known) return known;
  const words = [order.orderName, order.company?.name, order.client, order.serviceName].filter(Boolean).join(' ');
  const made = {
    order,
    number: order.orderId.toLowerCase(),
    initials: words.toLowerCase().replaceAll(/(\S)\S*\s*/gu, '$1'),
    words: fuzzysort.prepare(words),
  };
  prepared.set(order, made);
  return made;
}

function prepareAll(orders: KnownOrder[]): Prepared[] {
  const known = preparedLists.get(orders);
  if (known) return known;
  const made = orders.map(prepare);
  preparedLists.set(orders, made);
  return made;
}

/** Orders by their numbers: the shorter one first, as 104 before 1042. */
const byNumber = (a: KnownOrder, b: KnownOrder) =>
  a.orderId.length - b.orderId.length || (a.orderId < b.orderId ? -1 : 1);

/** Returns the orders to look for a query in. One letter is in nearly all of them, so it has to begin a word. */
function candidates(query: string, all: Prepared[]): Prepared[] {
  if (query.length !== 1) return all;
  const letter = query.toLowerCase();
  const begun = all.filter(({ initials }) => initials.includes(letter));
  return begun.length > 0 ? begun : all;
}

export type Ranked<T> = { item: T; score: number };

/**
 * Returns the orders that match a query, the best first: those whose number begins with it, then
 * those with its letters in their name, company, client or service. Of similar matches, those that
 * the user opened last win, and else the newest.
 */
export function rankOrders(query: string, orders: KnownOrder[], opened: ReadonlySet<string>): Ranked<KnownOrder>[] {
  const all = prepareAll(orders);
  const begin = query.replace(/^#/, '').toLowerCase();
  const numbered = all
    .filter(({ number }) => begin && number.startsWith(begin))
    .map(({ order }) => order)
    .sort(byNumber)
    .slice(0, mostOrders);
  const first = new Set(numbered);
  const found = fuzzysort
    .go(query, candidates(query, all), { key: 'words', threshold, limit: 5 * mostOrders })
    .filter(({ obj }) => !first.has(obj.order))
    .map(({ obj: { order }, score, indexes }) => {
      const inName = indexes.every((index) => index < order.orderName.length);
      return { item: order, score: score * (inName ? 1 : 0.85) * (opened.has(order.id) ? 1.15 : 1) };
    })
    .sort((a, b) => b.score - a.score || byNumber(b.item, a.item));
  return [...numbered.map((item) => ({ item, score: 2 })), ...found].slice(0, mostOrders);
}

/** Returns the sections with only what matches a query best, each with the score of its best line. */
export function rankSections(query: string, sections: Section[]): Ranked<Section>[] {
  return sections.flatMap(({ name, entries }) => {
    const found = fuzzysort.go<Entry>(query, entries, { keys: ['label', 'words'], threshold, limit: mostLines });
    return found[0] ? [{ item: { name, entries: found.map(({ obj }) => obj) }, score: found[0].score }] : [];
  });
}

/** The orders that are searched ahead at a time, which takes about 10 ms. */
const slice = 500;

const none: ReadonlySet<string> = new Set();

/** The list that was searched ahead last. */
let ahead: KnownOrder[] = [];

/**
 * Searches a list of orders once while the browser is idle. The first search of an order prepares it, and the
 * browser compiles code that runs often.
 */
export function searchAhead(orders: KnownOrder[]): void {
  if (orders === ahead) return;
  ahead = orders;
  const from = (start: number) => {
    if (orders !== ahead) return;
    if (start >= orders.length) {
      prepareAll(orders);
      return;
    }
    onceIdle(() => {
      rankOrders('er', orders.slice(start, start + slice), none);
      from(start + slice);
    });
  };
  from(0);
}
