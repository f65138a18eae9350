import { useEffect, useSyncExternalStore } from 'react';

/**
 * Code that the first page does not need. It loads when it is first needed, or earlier, once the
 * browser is idle.
 */
export type OnDemand<T> = {
  /** Returns the code if it has loaded. */
  current: () => T | undefined;
  /** Loads the code. After a failure the next call tries again. */
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

/** The timeout makes a slow browser that is never idle run the task as well. */
const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: 2000 }) : setTimeout(task);

/**
 * Says that the first page is on the screen. From now on code is prefetched while the browser is
 * idle.
 */
export function firstPageShown(): void {
  if (shown) return;
  shown = true;
  for (const task of waiting) whenIdle(task);
  waiting.clear();
}

/**
 * Runs a task once the first page is on the screen and the browser is idle, or 2 s later. The
 * returned function cancels it.
 */
export function onceIdle(task: () => void): () => void {
  if (shown) whenIdle(task);
  else waiting.add(task);
  return () => waiting.delete(task);
}

/** Prefetches code. A failure is reported only when the code is needed. */
const fetchAhead = (code: OnDemand<unknown>) => onceIdle(() => void code.get().catch(() => {}));

/**
 * Returns the code, and loads it at once if `wanted`. `onFailed` is called when it cannot be
 * loaded.
 */
export function useOnDemand<T>(code: OnDemand<T>, wanted: boolean, onFailed?: () => void): T | undefined {
  const loaded = useSyncExternalStore(code.subscribe, code.current);
  useEffect(() => (loaded ? undefined : fetchAhead(code)), [code, loaded]);
  useEffect(() => {
    if (wanted && !loaded) code.get().catch(() => onFailed?.());
  }, [code, wanted, loaded, onFailed]);
  return loaded;
}
