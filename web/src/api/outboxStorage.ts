import type { Change } from './outboxState';

const prefix = 'outbox:';
/** Keys sort in the order the changes were made, in every window. */
const name = (change: Change, at: number) => `${prefix}${change.userId}:${String(at).padStart(15, '0')}:${change.key}`;

function names(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((key) => key.startsWith(prefix));
}

function parse(text: string | null): Change | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const whole = typeof value === 'object' && value !== null && 'key' in value && 'url' in value && 'body' in value;
    return whole ? (value as Change) : null;
  } catch {
    return null;
  }
}

/** Waiting changes of this browser: an entry each, so that windows never overwrite one another's. */
export const outboxStorage = {
  add(change: Change, storage: Storage = window.localStorage, at = Date.now()): void {
    try {
      storage.setItem(name(change, at), JSON.stringify(change));
    } catch {
      // a full or forbidden store costs the reload, not the change
    }
  },
  remove(key: string, storage: Storage = window.localStorage): void {
    for (const entry of names(storage)) if (entry.endsWith(`:${key}`)) storage.removeItem(entry);
  },
  /** The changes of a person, oldest first. Those of others are thrown away: they are never sent. */
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
