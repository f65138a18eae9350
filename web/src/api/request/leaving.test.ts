import { expect, test } from 'vitest';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { held, kept } from './leaving';

/** Reports whether the browser would ask before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Work that ends when the test says so. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve };
}

/** Writes a body, and notes whether the call was marked to outlive its page. */
function write(body: unknown, marks: (boolean | undefined)[], ended: Promise<void>) {
  const call: FetchArgs = { url: '/order', method: 'PUT', body };
  return kept(call, async ({ keepalive }) => {
    marks.push(keepalive);
    return ended;
  });
}

test('the browser asks before the page is left until each write can be sent, also after a failure', async () => {
  const [first, second] = [work(), work()];
  expect(asks()).toBe(false);
  const both = [held(() => first.ended), held(() => second.ended)];
  expect(asks()).toBe(true);
  first.end();
  await both[0];
  expect(asks()).toBe(true);
  second.end();
  await both[1];
  expect(asks()).toBe(false);
  await expect(held(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(asks()).toBe(false);
});

test('a small write outlives its page, and nobody is asked', async () => {
  const { end, ended } = work();
  const marks: (boolean | undefined)[] = [];
  const sending = write({ moveto: 'approved' }, marks, ended);
  expect(marks).toEqual([true]);
  expect(asks()).toBe(false);
  end();
  await sending;
});

test.each([
  ['with a large body', { message: 'x'.repeat(60_000) }],
  ['with a file', new Blob(['x'])],
  ['with a form', new FormData()],
])('a write %s cannot outlive its page, so the browser asks', async (_, body) => {
  const { end, ended } = work();
  const marks: (boolean | undefined)[] = [];
  const sending = write(body, marks, ended);
  expect(marks).toEqual([undefined]);
  expect(asks()).toBe(true);
  end();
  await sending;
  expect(asks()).toBe(false);
});

test('writes under way share the room that browsers give', async () => {
  const { end, ended } = work();
  const body = 'é'.repeat(10_000);
  const marks: (boolean | undefined)[] = [];
  const writes = [body, body, ''].map((one) => write(one, marks, ended));
  expect(marks).toEqual([true, undefined, true]);
  end();
  await Promise.all(writes);
  await write(body, marks, ended);
  expect(marks.at(-1)).toBe(true);
});

test('a read neither outlives its page nor holds it', async () => {
  const { end, ended } = work();
  const marks: (boolean | undefined)[] = [];
  const reading = kept({ url: '/order' }, async ({ keepalive }) => {
    marks.push(keepalive);
    return ended;
  });
  expect([marks, asks()]).toEqual([[undefined], false]);
  end();
  await reading;
});
