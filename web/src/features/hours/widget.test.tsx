import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { office } from '../../../tests/fake/shell';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { hoursOf } from './calendar';
import { HoursWidget } from './HoursWidget';

const server = fakeServer();
const zone = 'America/New_York';
const asked = () => server().requests.filter(({ path }) => path.endsWith('/general/business-hours')).length;

/** The server's time when it answers next. */
let serverTime = 0;

/** Sets the clock of the browser, which is ahead of the server's. */
function begin(time: string, browserAhead = 0) {
  serverTime = Date.parse(time);
  vi.useFakeTimers({
    now: serverTime + browserAhead,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const started = Date.now();
  Object.defineProperty(server().shell, 'hours', {
    configurable: true,
    get: () => hoursOf(office, serverTime + Date.now() - started, zone),
  });
}
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const region = () => screen.getByRole('region', { name: 'Business hours' });
const localClock = () => region().querySelectorAll('time')[0]?.textContent;

beforeEach(() => storeSession('owner'));
afterEach(() => vi.useRealTimers());

describe('the business hours in the sidebar (BD-112)', () => {
  test('show both clocks, the state, the share of the day and the description (BD-366..BD-374)', async () => {
    begin('2026-11-26T13:30:10+01:00');
    show(<HoursWidget open zone={zone} />);
    expect(await screen.findByText('Open until 12:00')).toBeVisible(); // BD-368, in the caller's zone
    expect(screen.getByText('Open until 12:00')).toHaveAttribute('title', '18:00 in Europe/Berlin');
    expect(screen.getByText('closes in 4 hours')).toBeVisible(); // BD-373
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50'); // BD-372
    expect(screen.getByText(office.description)).toBeVisible(); // BD-374
    expect(region()).toHaveTextContent('Office time13:30'); // BD-367
    expect(localClock()).toMatch(/^07:30:1\d$/); // BD-366
  });

  test('tick each second, by the clock of the server also where that of the browser is wrong (BD-366)', async () => {
    begin('2026-11-26T10:00:00+01:00', 5 * 3_600_000);
    show(<HoursWidget open zone={zone} />);
    await screen.findByText(/Open until/);
    const seconds = () => Number(localClock()?.slice(-2));
    expect(localClock()).toMatch(/^04:00:0\d$/);
    const before = seconds();
    await advance(1000);
    expect(seconds()).toBeGreaterThan(before);
    await advance(10_000);
    expect(seconds()).toBeGreaterThanOrEqual(before + 11);
  });

  test('count down to the end, then are read again and say when the office opens (BD-370, BD-373)', async () => {
    begin('2026-11-26T17:58:30+01:00');
    show(<HoursWidget open zone={zone} />);
    expect(await screen.findByText('closes in 1 minute')).toBeVisible();
    await advance(45_000);
    expect(screen.getByText('closes in few secs')).toBeVisible();
    expect(asked()).toBe(1);
    await advance(50_000);
    await waitFor(() => expect(screen.getByText('Closed. Opens tomorrow at 03:00')).toBeVisible());
    expect(asked()).toBe(2);
  });

  test('are read again when the office opens', async () => {
    begin('2026-11-26T08:58:00+01:00');
    show(<HoursWidget open zone={zone} />);
    expect(await screen.findByText('Closed. Opens today at 03:00')).toBeVisible();
    await advance(125_000);
    expect(await screen.findByText('Open until 12:00')).toBeVisible();
    await waitFor(() => expect(asked()).toBe(2));
  });

  test('are read again after 15 minutes, but not while the page is hidden', async () => {
    begin('2026-11-26T10:00:00+01:00');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    show(<HoursWidget open zone={zone} />);
    await screen.findByText(/Open until/);
    await advance(14 * 60_000);
    expect(asked()).toBe(1);
    await advance(2 * 60_000);
    expect(asked()).toBe(1);
    hidden.mockReturnValue(false); // The user is back.
    await advance(1100);
    await waitFor(() => expect(asked()).toBe(2));
    await advance(2000);
    expect(asked()).toBe(2);
  });

  test('are only a clock where no hours are set', async () => {
    show(<HoursWidget open zone="UTC" />);
    await waitFor(() => expect(asked()).toBe(1));
    expect(localClock()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(region()).not.toHaveTextContent(/Office|Open|Closed/);
  });

  test('are silently only a clock when they cannot be read', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/business-hours') ? refused(500, 'internal', 'Try later.') : undefined;
    show(<HoursWidget open zone="UTC" />);
    await waitFor(() => expect(asked()).toBe(1));
    expect(localClock()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(screen.queryByText('Try later.')).toBeNull();
    expect(region()).not.toHaveTextContent(/Office|Open|Closed/);
  });

  test('are an icon with the sentence in the collapsed sidebar', async () => {
    begin('2026-11-28T10:00:00+01:00');
    show(<HoursWidget open={false} zone="Europe/Berlin" />);
    expect(await screen.findByRole('img', { name: 'Closed. Opens on Monday at 09:00' })).toBeVisible(); // BD-371
    expect(screen.queryByRole('region')).toBeNull();
  });
});
