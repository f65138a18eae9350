import { expect, test as base, type Page } from '@playwright/test';
import type { Role } from '../../src/api/generated';
import { makeProfile } from '../../tests/fake/data';
import { type FakeRequest, FakeServer } from '../../tests/fake/server';
import { close as closeSite, host, open as openSite, resetSite, site } from './site';

/**
 * How the page reaches the server: normally (`up`), not at all (`away`), by its socket only (`cut`), or so that
 * requests arrive but no answers return (`deaf`).
 */
export type Link = 'up' | 'away' | 'cut' | 'deaf';

export type Live = {
  /** Sends a live message to the page, as soon as its first socket is there. */
  send: (message: object) => void;
  link: (state: Link) => void;
  /** Holds the answers to these requests back until the function that it returns is called. */
  hold: (which: (request: FakeRequest) => boolean) => () => void;
  /**
   * Closes the socket once, as soon as the page has one. Resolves when the page has opened another;
   * after that the page refetches everything it shows.
   */
  drop: () => Promise<void>;
};

/**
 * Answers the page's API calls from memory and accepts its socket. The test sends live messages
 * with the result.
 */
export async function serve(page: Page, server: FakeServer): Promise<Live> {
  const early: string[] = [];
  let push: (text: string) => void = (text) => void early.push(text);
  let close: () => void = () => {};
  let link: Link = 'up';
  let logins = 0;
  await page.routeWebSocket('**/api/realtime', (socket) => {
    close = () => void socket.close();
    if (link === 'away' || link === 'deaf') close();
    socket.onMessage((text) => {
      const { event } = JSON.parse(String(text)) as { event: string };
      if (event !== 'login') return;
      socket.send(JSON.stringify({ event: 'login', data: {}, position: server.position }));
      logins++;
      push = (text) => socket.send(text);
      early.splice(0).forEach(push);
    });
  });
  const held: { which: (request: FakeRequest) => boolean; end: Promise<void> }[] = [];
  site.api = async (request) => {
    await Promise.all(held.filter(({ which }) => which(request)).map(({ end }) => end));
    if (link === 'away' || link === 'cut') return undefined;
    const { status, json, headers } = server.handle(request);
    if (link === 'deaf') return undefined;
    return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(json) };
  };
  return {
    send: (message) => push(JSON.stringify(message)),
    link(state) {
      link = state;
      if (state === 'away' || state === 'deaf') close();
      // A browser sends a request again when a connection that it has used before is cut.
      if (state !== 'up') host.closeIdleConnections();
    },
    hold(which) {
      const { promise: end, resolve } = Promise.withResolvers<void>();
      held.push({ which, end });
      return resolve;
    },
    async drop() {
      // The page may show its data before it has a socket. It refetches only when it had one before.
      await expect.poll(() => logins).toBeGreaterThan(0);
      const before = logins;
      close();
      await expect.poll(() => logins).toBeGreaterThan(before);
    },
  };
}

/** Stores a signed-in session in the browser before the app starts, and that all columns of the board are open. */
export async function signIn(page: Page, role: Role): Promise<void> {
  const { id, clientId } = makeProfile(role);
  await page.addInitScript(
    ([userId, client, theRole]) => {
      if (window.localStorage.getItem('token')) return;
      const stored = {
        token: 'secret',
        userId,
        clientId: client,
        role: theRole,
        expirationDate: '2036-01-01T00:00:00Z',
        [`setting.board.folds.${userId}`]: '+approved +cancelled',
      };
      for (const [name, value] of Object.entries(stored)) window.localStorage.setItem(name, value);
    },
    [id, clientId, role] as const,
  );
}

/** Goes to another page as a link does. The app stays loaded, which costs a fraction of loading it again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

type Options = { role: Role; orders: number };

/**
 * test opens a page of the app that is signed in as `role` and served from memory. It fails if a call or an answer was
 * not as the contract says.
 */
export const test = base.extend<Options & { server: FakeServer; live: Live }, { origin: string }>({
  origin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern.
    async ({}, provide) => {
      await provide(await openSite());
      closeSite();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ origin }, provide) => provide(origin),
  role: ['owner', { option: true }],
  orders: [24, { option: true }],
  server: async ({ role, orders }, provide) => {
    const server = new FakeServer(role, orders);
    await provide(server);
    expect(server.wrong).toEqual([]);
  },
  live: [
    async ({ page, server, role }, provide) => {
      await signIn(page, role);
      await provide(await serve(page, server));
      resetSite();
    },
    { auto: true },
  ],
});

export { expect };
