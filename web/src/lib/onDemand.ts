import { useEffect, useSyncExternalStore } from 'react';

/** Code that the first page does without: fetched when it is first wanted, or before, once the browser is idle. */
export type OnDemand<T> = {
  /** The code, once it is here. */
  current: () => T | undefined;
  /** Fetches it; after a failure the next call tries again. */
  get: () => Promise<T>;
  subscribe: (listener: () => void) => () => void;
};

export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  return {
    current: () => loaded,
    get() {
      loading ??= load().then(
        (code) => {
          loaded = code;
          for (const listener of listeners) listener();
          return code;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

let shown = false;
const waiting = new Set<() => void>();

/** Without the limit a slow browser that is never idle would never run the task. */
const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: 2000 }) : setTimeout(task);

/** Says that the first page is on screen: from now on the idle browser may fetch ahead. */
export function firstPageShown(): void {
  if (shown) return;
  shown = true;
  for (const task of waiting) whenIdle(task);
  waiting.clear();
}

/** Does something once the first page is on screen and the browser is idle, or 2 s later; the answer takes it back. */
export function onceIdle(task: () => void): () => void {
  if (shown) whenIdle(task);
  else waiting.add(task);
  return () => waiting.delete(task);
}

/** Fetches code early; a failure is reported when the code is wanted. */
const fetchAhead = (code: OnDemand<unknown>) => onceIdle(() => void code.get().catch(() => {}));

/** The code, fetched at once where `wanted`; `onFailed` hears when it cannot be had. */
export function useOnDemand<T>(code: OnDemand<T>, wanted: boolean, onFailed?: () => void): T | undefined {
  const loaded = useSyncExternalStore(code.subscribe, code.current);
  useEffect(() => (loaded ? undefined : fetchAhead(code)), [code, loaded]);
  useEffect(() => {
    if (wanted && !loaded) code.get().catch(() => onFailed?.());
  }, [code, wanted, loaded, onFailed]);
  return loaded;
}
