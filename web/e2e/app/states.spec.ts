import type { Request } from '@playwright/test';
import { makeProfile } from '../../tests/fake/data';
import { type FakeAnswer, ok, refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { everyWidth, lookAt, narrow, wideAndNarrow } from '../looks';
import { broken, cases, get, type Given } from './stateCases';

for (const {
  name,
  path,
  role = 'owner',
  profile,
  asks,
  loading,
  open,
  failed,
  looks = wideAndNarrow,
  whole,
  states,
} of cases) {
  test.describe(name, () => {
    test.use({ role });
    test(`${name}: axe finds no violation while it loads, failed, ${Object.keys(states).join(', ')}; each, and offline, says what to do (BY-032)`, async ({
      page,
      server,
      live,
    }) => {
      const look = (state: string, at = looks) => lookAt(page, `${name}-${state}`, at);
      const all = server.orders;
      const answer = (instead?: FakeAnswer) => {
        server.intercept = (request) => {
          if (profile && get(request, '/profile')) return ok({ ...makeProfile(role), ...profile });
          return asks(request) ? instead : undefined;
        };
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

      const others = new Set<Request>();
      const isOther = (request: Request) => {
        const { pathname: at, searchParams: query } = new URL(request.url());
        return (
          at.startsWith('/api/') &&
          !asks({ method: request.method(), path: at, query, headers: new Headers(), body: '' })
        );
      };
      page.on('request', (request) => void (isOther(request) && others.add(request)));
      page.on('requestfinished', (request) => void others.delete(request));
      page.on('requestfailed', (request) => void others.delete(request));

      // The answer is held back until the skeleton has been seen.
      const release = live.hold(asks);
      await page.goto(path);
      await open?.(page);
      await expect(page.getByLabel(loading)).toBeVisible();
      await look('loading', looks === wideAndNarrow ? narrow : looks.slice(0, 1));

      // The sidebar's own calls are answered first, because a late answer would tell the page that
      // it is online.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expect.poll(() => others.size).toBe(0);
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
    });
  });
}
