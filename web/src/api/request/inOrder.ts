import { held } from './leaving';

const last = new Map<string, Promise<unknown>>();

/**
 * Does work once the earlier work on the same thing has ended, well or not: on a slow line a later write
 * could overtake an earlier one and be lost. Until the work begins, the browser asks before the page is left.
 */
export function inOrder<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(thing);
  const result = before ? held(() => before).then(work) : work();
  const ended = result.then(
    () => undefined,
    () => undefined,
  );
  last.set(thing, ended);
  void ended.then(() => {
    if (last.get(thing) === ended) last.delete(thing);
  });
  return result;
}
