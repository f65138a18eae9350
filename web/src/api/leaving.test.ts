import { expect, test } from 'vitest';
import { held, sent } from './leaving';

/** Reports whether the browser would ask before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Work that ends when the test says so. */
function work() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, ended };
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
  const marks: boolean[] = [];
  const sending = sent({ moveto: 'approved' }, async (keepalive) => {
    marks.push(keepalive);
    return ended;
  });
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
  const marks: boolean[] = [];
  const sending = sent(body, async (keepalive) => {
    marks.push(keepalive);
    return ended;
  });
  expect(marks).toEqual([false]);
  expect(asks()).toBe(true);
  end();
  await sending;
  expect(asks()).toBe(false);
});

test('writes under way share the room that browsers give', async () => {
  const { end, ended } = work();
  const body = 'é'.repeat(10_000);
  const marks: boolean[] = [];
  const mark = async (keepalive: boolean) => {
    marks.push(keepalive);
    return ended;
  };
  const writes = [sent(body, mark), sent(body, mark), sent('', mark)];
  expect(marks).toEqual([true, false, true]);
  end();
  await Promise.all(writes);
  await sent(body, mark);
  expect(marks.at(-1)).toBe(true);
});
