import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const prefix = 'setting.';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns a setting that this browser stores, such as a collapsed sidebar. */
export function useLocalSetting<T extends string>(name: string, initial: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => window.localStorage.getItem(prefix + name) ?? initial) as T;
  const set = (next: T) => {
    window.localStorage.setItem(prefix + name, next);
    for (const listener of listeners) listener();
  };
  return [value, set];
}
