import { describe, expect, test } from 'vitest';
import { makeOrders, makeProfile } from '../../../tests/fake/data';
import { withPlan } from '../../../tests/fake/membership';
import { placesOf } from '../places/places';
import { placeEntry, type Section } from './entries';
import { mostOrders, rankOrders, rankSections } from './rank';

const none = new Set<string>();
const orders = makeOrders().map((order) => ({ ...order, orderId: order.orderId.replace('PB-', '') }));
const names = (query: string, opened = none) => rankOrders(query, orders, opened).map(({ item }) => item.orderName);
const numbers = (query: string, of = orders) => rankOrders(query, of, none).map(({ item }) => item.orderId);

describe('orders', () => {
  test('match by letters in their order, and the beginnings of words count more', () => {
    expect(names('price')[0]).toBe('Price list 2027');
    expect(names('ahjl')[0]).toBe('Autumn harvest jar label');
    expect(names('dvl')[0]).toBe('Delivery van lettering');
    expect(names('label jar')[0]).toBe('Autumn harvest jar label');
    expect(names('zzz')).toEqual([]);
  });

  test('match by company, client and service, and after those that match by name', () => {
    expect(names('harbor').length).toBeGreaterThan(0);
    expect(rankOrders('harbor', orders, none).every(({ item }) => item.company?.name === 'Harbor Deli')).toBe(true);
    // Catalogue is a service, and in no name.
    expect(rankOrders('catalogue', orders, none)[0]?.item.serviceName).toBe('Catalogue');
    expect(names('brochure')[0]).toBe('Trade fair brochure, 12 pages');
    expect(names('kaffeerosterei').length).toBeGreaterThan(0);
  });

  test('come first if their number begins with the query, with or without #, the shortest first', () => {
    const [first] = orders;
    if (!first) throw new Error('there is no order');
    const of = [...orders, { ...first, id: 'short', orderId: '104' }];
    expect(numbers('104', of).slice(0, 4)).toEqual(['104', '1042', '1043', '1044']);
    expect(numbers('#1050', of)).toEqual(['1050']);
    // The other one has 2027 in its name.
    expect(numbers('2027').length).toBeGreaterThan(0);
  });

  test('match one letter by the beginnings of their words, or anywhere if no word begins with it', () => {
    expect(names('p')[0]).toBe('Price list 2027');
    for (const { item } of rankOrders('h', orders, none)) {
      expect(`${item.orderName} ${item.company?.name} ${item.client} ${item.serviceName}`).toMatch(/\bh/i);
    }
    expect(names('x')[0]).toBe('Gift box sleeve');
  });

  test('that the user opened last win over similar ones', () => {
    const [last] = orders.filter(({ orderName }) => orderName === 'Autumn harvest jar label').slice(-1);
    const best = rankOrders('jar label', orders, new Set([last?.id ?? '']));
    expect(best[0]?.item).toBe(last);
    expect(best.length).toBeGreaterThan(1);
  });
});

test('of 10,000 orders the best are found, and no more than a list of them', () => {
  const many = makeOrders(10_000).map((order, i) => ({ ...order, orderName: `${order.orderName} ${i}` }));
  const [special] = many.slice(7777, 7778);
  if (!special) throw new Error('there is no order');
  special.orderName = 'Quince marmalade gift tin';
  expect(rankOrders('quince tin', many, none).map(({ item }) => item)).toEqual([special]);
  expect(rankOrders('qmgt', many, none)[0]?.item).toBe(special);
  expect(rankOrders(special.orderId, many, none)[0]?.item).toBe(special);
  expect(rankOrders('label', many, none)).toHaveLength(mostOrders);
});

test('sections keep what matches, with the score of their best line', () => {
  const line = (label: string, words?: string) => ({ id: label, label, words, icon: 'file' as const, run: () => {} });
  const sections: Section[] = [
    { name: 'Pages', entries: [line('Audit'), line('Archived orders')] },
    { name: 'Everywhere', entries: [line('Dark appearance', 'theme'), line('Logout', 'sign out')] },
  ];
  const found = (query: string) =>
    rankSections(query, sections).map(({ item }) => [item.name, item.entries.map(({ label }) => label)]);
  expect(found('aud')).toEqual([['Pages', ['Audit']]]);
  expect(found('sign out')).toEqual([['Everywhere', ['Logout']]]);
  expect(found('theme')).toEqual([['Everywhere', ['Dark appearance']]]);
  expect(found('archive')).toEqual([['Pages', ['Archived orders']]]);
  const [pages] = rankSections('audit', sections);
  expect(pages?.score).toBeGreaterThan(0.9);
});

test('pages are found by what people call them', () => {
  const pages = (me: Parameters<typeof placesOf>[0]) =>
    placesOf(me, 'customer').flatMap(({ places }) => places.map((place) => placeEntry(place, () => false)));
  const found = (query: string, role: 'admin' | 'owner') =>
    rankSections(query, [{ name: 'Pages', entries: pages(withPlan(makeProfile(role))) }])[0]?.item.entries[0]?.label;
  expect(found('billing', 'owner')).toBe('Manage Payment/Invoices');
  expect(found('notifications', 'owner')).toBe('General Settings');
  expect(found('resellers', 'admin')).toBe('Clients');
  expect(found('opening times', 'admin')).toBe('Business hours');
});
