import type { Page, Request } from '@playwright/test';
import { type FakeAnswer, type FakeServer, refused } from '../../tests/fake/server';
import { expect, type Live, test, visit } from './fixtures';
import { everyWidth, lookAt, narrow, wideAndNarrow } from '../looks';
import { broken, type Case, type Given, groups } from './stateCases';

type Told = { page: Page; server: FakeServer; live: Live };

/** Follows the calls of the page that the case does not ask for, and returns how many have no answer yet. */
function others(page: Page, { asks }: Case): () => number {
  const open = new Set<Request>();
  const isOther = (request: Request) => {
    const { pathname: at, searchParams: query } = new URL(request.url());
    return (
      at.startsWith('/api/') && !asks({ method: request.method(), path: at, query, headers: new Headers(), body: '' })
    );
  };
  page.on('request', (request) => void (isOther(request) && open.add(request)));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  return () => open.size;
}

/** Goes to the page of a case with `go`, and looks at each of its states. */
async function lookAtStates({ page, server, live }: Told, one: Case, go: (path: string) => Promise<unknown>) {
  const { name, path, asks, loading, open, failed, looks = wideAndNarrow, whole, states } = one;
  const look = (state: string, at = looks) => lookAt(page, `${name}-${state}`, at);
  const all = server.orders;
  const answer = (instead?: FakeAnswer) => {
    server.intercept = (request) => (asks(request) ? instead : undefined);
  };
  const hold = ({ given }: Given) => {
    server.orders = structuredClone(all);
    answer(given(server) ?? undefined);
  };
  const asked = () => server.requests.filter(asks).length;
  const back = async () => {
    const before = asked();
    live.link('up');
    await live.drop();
    await expect.poll(asked).toBeGreaterThan(before);
  };
  answer();
  const waiting = others(page, one);

  // The answer is held back until the skeleton has been seen.
  const release = live.hold(asks);
  await go(path);
  await open?.(page);
  await expect(page.getByLabel(loading)).toBeVisible();
  await look('loading', looks === wideAndNarrow ? narrow : looks.slice(0, 1));

  // The sidebar's own calls are answered first, because a late answer would tell the page that
  // it is online.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect.poll(waiting).toBe(0);
  live.link('cut');
  release();
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await expect(alert).toContainText('Error encountered while processing.');

  // The page refetches by itself when the connection returns.
  answer(refused(500, 'internal', broken));
  await back();
  await expect(alert).toContainText(failed ?? broken);
  const before = asked();
  await retry.click();
  await expect.poll(asked).toBeGreaterThan(before);
  await expect(alert).toContainText(failed ?? broken);
  await look('error');

  const rest = Object.entries(states);
  for (const [index, [state, given]] of rest.entries()) {
    hold(given);
    if (index > 0) await back();
    const shown = page.getByText(given.shows).first();
    // The sidebar refetches as well, and may be first.
    if (index === 0) await expect(retry.or(shown).first()).toBeVisible();
    if (index === 0 && !(await shown.isVisible())) await Promise.race([retry.click(), shown.waitFor()]);
    await expect(shown).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // A list of one has nothing that a list of many lacks.
    const last = index === rest.length - 1;
    if (last || state !== 'one') await look(state, last && whole ? everyWidth : looks);
  }
  server.orders = all;
}

for (const { role, profile, cases } of groups) {
  test.describe(role, () => {
    test.use({ role });
    const names = cases.map(({ name, states }) => `${name} (${Object.keys(states).join(', ')})`);
    test(`${names.join('; ')}: axe finds no violation while each loads, failed and in these states; each, and offline, says what to do (BY-032)`, async ({
      page,
      server,
      live,
    }) => {
      Object.assign(server.own.profile, profile);
      for (const [index, one] of cases.entries()) {
        // The app asks for what a panel shows when it starts.
        const go = (path: string) => (index === 0 || one.open ? page.goto(path) : visit(page, path));
        await lookAtStates({ page, server, live }, one, go);
      }
    });
  });
}
