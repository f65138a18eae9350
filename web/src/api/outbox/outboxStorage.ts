import type { Change } from './outboxState';

const prefix = 'outbox:';
/** The keys sort in the order in which the changes were made, in every window. */
const name = (change: Change, at: number) => `${prefix}${change.userId}:${String(at).padStart(15, '0')}:${change.key}`;

function names(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((key) => key.startsWith(prefix));
}

function parse(text: string | null): Change | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const whole = typeof value === 'object' && value !== null && 'key' in value && 'url' in value && 'method' in value;
    return whole ? (value as Change) : null;
  } catch {
    return null;
  }
}

/**
 * The queued changes of this browser. Each has its own entry, so that windows do not overwrite each
 * other's.
 */
export const outboxStorage = {
  add(change: Change, storage: Storage = window.localStorage, at = Date.now()): void {
    try {
      storage.setItem(name(change, at), JSON.stringify(change));
    } catch {
      // When the storage is full or forbidden, the change is only lost on a reload.
    }
  },
  /** Puts a change in the place of one that has another key, or another state. */
  replace(key: string, change: Change, storage: Storage = window.localStorage): void {
    for (const entry of names(storage)) {
      if (!entry.endsWith(`:${key}`)) continue;
      try {
        storage.setItem(entry.slice(0, -key.length) + change.key, JSON.stringify(change));
      } catch {
        continue; // After a reload the former one is sent, and refused again.
      }
      if (change.key !== key) storage.removeItem(entry);
    }
  },
  remove(key: string, storage: Storage = window.localStorage): void {
    for (const entry of names(storage)) if (entry.endsWith(`:${key}`)) storage.removeItem(entry);
  },
  /**
   * Returns the changes of a user, oldest first. Those of other users are deleted and never sent.
   */
  load(userId: string, storage: Storage = window.localStorage): Change[] {
    const own: Change[] = [];
    for (const entry of names(storage).sort()) {
      const change = entry.startsWith(`${prefix}${userId}:`) ? parse(storage.getItem(entry)) : null;
      if (change && change.userId === userId) own.push(change);
      else storage.removeItem(entry);
    }
    return own;
  },
  clear(storage: Storage = window.localStorage): void {
    for (const entry of names(storage)) storage.removeItem(entry);
  },
};
