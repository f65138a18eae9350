import { describe, expect, it } from 'vitest';
import { inOrder } from './inOrder';

/** Work that ends when the test says so. */
function work(name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = () => {
    begun.push(name);
    return promise;
  };
  return { start, resolve, reject };
}

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('writes about the same thing', () => {
  it('are sent one after another, and the browser asks before one that waits is lost', async () => {
    const begun: string[] = [];
    const [resolve, reopen, other] = [work('resolve', begun), work('reopen', begun), work('other', begun)];
    const first = inOrder('topic 1', resolve.start);
    const second = inOrder('topic 1', reopen.start);
    void inOrder('topic 2', other.start);
    await Promise.resolve();
    expect(begun).toEqual(['resolve', 'other']);
    expect(asksBeforeLeaving()).toBe(true);
    resolve.resolve('resolved');
    expect(await first).toBe('resolved');
    reopen.resolve('reopened');
    expect(await second).toBe('reopened');
    expect(begun).toEqual(['resolve', 'other', 'reopen']);
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('are sent although the one before has failed, which only its own sender learns', async () => {
    const begun: string[] = [];
    const [move, recolour, later] = [work('move', begun), work('recolour', begun), work('later', begun)];
    const first = inOrder('topic 1', move.start);
    const second = inOrder('topic 1', recolour.start);
    move.reject(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    recolour.resolve('recoloured');
    expect(await second).toBe('recoloured');
    later.resolve('at once');
    expect(await inOrder('topic 1', later.start)).toBe('at once');
    expect(begun).toEqual(['move', 'recolour', 'later']);
  });
});
