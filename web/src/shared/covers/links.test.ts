import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreLink } from '../files/StoreLink';
import { type Ask, type CoverLink, CoverLinks } from './links';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const answering = () =>
  vi.fn<Ask>((ids) =>
    Promise.resolve({
      urls: Object.fromEntries(ids.filter((id) => id !== 'bare' && id !== 'new').map((id) => [id, `/${id}.jpg`])),
      making: ids.filter((id) => id === 'new'),
    }),
  );

test('cards that come into view together are requested once each, in one request (BY-048)', async () => {
  const ask = answering();
  const links = new CoverLinks(ask);
  const all = Promise.all(['a', 'b', 'a', 'bare'].map((id) => links.link(id, '1')));
  await vi.runAllTimersAsync();
  expect(ask.mock.calls).toEqual([[['a', 'b', 'bare']]]);
  const url = async (link: CoverLink) => (link instanceof StoreLink ? link.current() : link);
  expect(await Promise.all((await all).map(url))).toEqual(['/a.jpg', '/b.jpg', '/a.jpg', null]);
});

test('more orders than one answer can hold are split over several requests', async () => {
  const ask = answering();
  const links = new CoverLinks(ask);
  const all = Promise.all(Array.from({ length: 130 }, (_, n) => links.link(`o${n}`, '1')));
  await vi.runAllTimersAsync();
  await all;
  expect(ask.mock.calls.map(([ids]) => ids.length)).toEqual([60, 60, 10]);
});

test('an order is requested again after a change, or some time after it had no thumbnail', async () => {
  const ask = answering();
  const links = new CoverLinks(ask);
  const read = async (id: string, state: string) => {
    const link = links.link(id, state);
    await vi.advanceTimersByTimeAsync(30);
    return link;
  };
  await read('a', '1');
  await read('a', '1');
  expect(ask).toHaveBeenCalledTimes(1);
  await read('a', '2');
  expect(ask).toHaveBeenCalledTimes(2);
  await read('bare', '1');
  await read('bare', '1');
  expect(ask).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5000);
  await read('bare', '1');
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a thumbnail that is being made is neither there nor missing, and asked for again (D-91)', async () => {
  const ask = answering();
  const links = new CoverLinks(ask);
  const read = async () => {
    const link = links.link('new', '1');
    await vi.advanceTimersByTimeAsync(30);
    return link;
  };
  expect(await read()).toBe('making');
  await vi.advanceTimersByTimeAsync(5000);
  ask.mockResolvedValue({ urls: { new: '/new.jpg' }, making: [] });
  expect(await read()).toBeInstanceOf(StoreLink);
});

test('a failed request shows no thumbnails', async () => {
  const links = new CoverLinks(() => Promise.reject(new Error('offline')));
  const link = links.link('a', '1');
  await vi.runAllTimersAsync();
  expect(await link).toBeNull();
});
