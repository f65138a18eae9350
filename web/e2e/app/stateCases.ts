import type { Page } from '@playwright/test';
import type { Profile, Role } from '../../src/api/generated';
import { makeMessages, uuid } from '../../tests/fake/data';
import { type FakeAnswer, type FakeRequest, type FakeServer, ok } from '../../tests/fake/server';
import { type Look, wide } from '../looks';

export type Given = {
  /** Puts the server into this state, or returns an answer that replaces the server's. */
  given: (server: FakeServer) => FakeAnswer | void;
  shows: string | RegExp;
};
export type Case = {
  name: string;
  path: string;
  /** Matches the requests that the page cannot show without. */
  asks: (request: FakeRequest) => boolean;
  /** The text that a screen reader announces while the page loads. */
  loading: string;
  open?: (page: Page) => Promise<void>;
  /** The message of a failure, where it is not the server's. */
  failed?: string;
  looks?: Look[];
  /** Whether its last state is looked at in every width, because no other spec opens the page. */
  whole?: true;
  states: Partial<Record<'empty' | 'one' | 'many', Given>>;
};

export const order = uuid(1000);
export const get = (request: FakeRequest, path: string) =>
  request.method === 'GET' && request.path.replace(/^\/api(\/[cd])?/, '') === path;
const page = (view: string) => (request: FakeRequest) =>
  get(request, '/order') && (request.query.get('view') ?? 'list') === view;
const orders =
  (count: number, archived = false) =>
  ({ orders: all }: FakeServer) => {
    all.splice(count);
    for (const each of all) each.archived = archived;
  };
export const broken = 'The server could not answer just now.';

const words = ['Brand book', 'Web banner', 'Menu card', 'Trade fair stand with walls, counter and lettering', 'Logo'];
const catalogue = (count: number): FakeAnswer =>
  ok({
    categories: Array.from({ length: Math.min(count, 6) }, (_, i) => ({
      id: uuid(401 + i),
      name: ['Print', 'Digital', 'Packaging', 'Video', 'Signs', 'Text'][i],
      place: i,
      retired: i === 5,
    })),
    services: Array.from({ length: count }, (_, i) => ({
      id: uuid(301 + i),
      name: `${words[i % words.length]}${i < words.length ? '' : ` ${i}`}`,
      categoryId: uuid(401 + (i % 6)),
      promisedStart: i % 3 ? 86_400 : 0,
      allocated: i % 4 ? 21_600 : 0,
      place: i,
      retired: i === 3,
    })),
    packages: Array.from({ length: Math.min(count, 4) }, (_, i) => ({
      id: uuid(501 + i),
      name: ['Starter', 'Professional', 'Unlimited', 'Old plan'][i],
      allocated: i === 2 ? -1 : 144_000,
      maximumActiveOrder: i === 2 ? -1 : 4 * (i + 1),
      place: i,
      retired: i === 3,
    })),
  });
const customers = (count: number): FakeAnswer =>
  ok(
    Array.from({ length: count }, (_, i) => ({
      id: uuid(320 + i),
      name: ['Acme Foods', 'Kaffeerösterei Blum und Söhne, Freiburg im Breisgau', 'Harbor Deli', 'Verdant'][i % 4],
      client: 'Brightside Agency',
      activeOrders: i % 5,
      maximumActiveOrder: i % 4 === 3 ? -1 : 4,
    })),
  );
const presets = (count: number): FakeAnswer =>
  ok(
    Array.from({ length: count }, (_, i) => ({
      id: uuid(9000 + i),
      name: ['Due this week', 'Waiting for the customer since Monday', 'Mine'][i % 3],
      orderStatus: 'in-progress',
    })),
  );

/** The pages of a test open one after the other in one loaded app. */
export const groups: { role: Role; profile?: Partial<Profile>; cases: Case[] }[] = [
  {
    role: 'owner',
    cases: [
      {
        name: 'board',
        whole: true,
        path: '/',
        asks: page('board'),
        loading: 'Loading the board',
        states: {
          empty: { given: orders(0), shows: 'No orders yet' },
          one: { given: orders(1), shows: 'Autumn harvest jar label' },
          many: { given: () => {}, shows: 'Trade fair brochure, 12 pages' },
        },
      },
      {
        name: 'list',
        whole: true,
        path: '/order-list',
        asks: page('list'),
        loading: 'Loading orders',
        states: {
          empty: { given: orders(0), shows: 'No orders yet' },
          one: { given: orders(1), shows: '1–1 of 1' },
          many: { given: () => {}, shows: '1–10 of 24' },
        },
      },
      {
        name: 'archive',
        whole: true,
        path: '/archived-order',
        asks: page('archived'),
        loading: 'Loading orders',
        states: {
          empty: { given: () => {}, shows: 'Nothing is archived' },
          one: { given: orders(1, true), shows: '1–1 of 1' },
          many: { given: orders(24, true), shows: '1–10 of 24' },
        },
      },
      {
        name: 'clone',
        whole: true,
        path: `/orders/clone/${order}`,
        asks: (request) => get(request, `/order/${order}`),
        loading: 'Loading the form',
        states: { one: { given: () => {}, shows: 'A new draft with the details of' } },
      },
    ],
  },
  {
    role: 'owner',
    cases: [
      {
        name: 'order',
        whole: true,
        path: `/orders/detail/${order}`,
        asks: (request) => get(request, `/order/${order}`),
        loading: 'Loading the order',
        states: { many: { given: () => {}, shows: 'harvest-jar-label.png' } },
      },
      {
        name: 'history',
        whole: true,
        path: `/orders/detail/${order}/history`,
        asks: (request) => get(request, `/order/${order}/history`),
        loading: 'Loading the history',
        states: {
          empty: { given: () => ok({ events: [] }), shows: 'No history yet' },
          many: { given: () => {}, shows: 'What changed' },
        },
      },
      {
        name: 'form',
        whole: true,
        path: '/orders/new',
        asks: (request) => get(request, '/catalogue'),
        loading: 'Loading the form',
        states: {
          many: { given: () => {}, shows: 'Service category' },
          empty: { given: () => catalogue(0), shows: 'There are no services to choose yet' },
        },
      },
    ],
  },
  {
    role: 'owner',
    cases: [
      {
        name: 'notifications',
        path: '/order-list',
        asks: (request) => get(request, '/message/groups'),
        loading: 'Loading notifications',
        open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
        failed: 'Error encountered while processing. Please try again later or contact the product admin.',
        states: {
          empty: { given: (server) => void (server.messages = []), shows: 'No notification yet!' },
          one: { given: (server) => void (server.messages = makeMessages(1)), shows: '3 messages' },
          many: { given: (server) => void (server.messages = makeMessages(14)), shows: 'Load More' },
        },
      },
      // The last, because the browser remembers that the filter is open.
      {
        name: 'filter',
        path: '/order-list',
        asks: (request) => get(request, '/filters'),
        loading: 'Loading presets',
        open: (page) => page.getByRole('button', { name: 'Orders Advance Filter' }).click(),
        looks: wide, // On a phone the filter is in a drawer.
        states: {
          empty: { given: () => presets(0), shows: 'No presets defined' },
          one: { given: () => presets(1), shows: 'Due this week' },
          many: { given: () => presets(12), shows: 'Mine' },
        },
      },
    ],
  },
  {
    role: 'owner',
    profile: { isClientType: true },
    cases: [
      {
        name: 'customers',
        path: '/',
        asks: (request) => get(request, '/filters/customers'),
        loading: 'Loading customers',
        states: {
          empty: { given: () => customers(0), shows: 'No customers yet' },
          one: { given: () => customers(1), shows: '1 customer' },
          many: { given: () => customers(25), shows: '25 customers' },
        },
      },
    ],
  },
  {
    role: 'admin',
    cases: [
      {
        name: 'catalogue',
        whole: true,
        path: '/catalogue',
        asks: (request) => get(request, '/catalogue'),
        loading: 'Loading the catalogue',
        states: {
          empty: { given: () => catalogue(0), shows: 'No services yet' },
          one: { given: () => catalogue(1), shows: 'Brand book' },
          many: { given: () => catalogue(24), shows: 'Unlimited of work, any number of active orders' },
        },
      },
      {
        name: 'timeline',
        path: `/orders/detail/${order}`,
        asks: (request) => get(request, `/order/${order}/timeline`),
        loading: 'Loading the timeline',
        states: { empty: { given: () => ok({ entries: [] }), shows: 'Nothing of this kind has happened yet.' } },
      },
    ],
  },
];
