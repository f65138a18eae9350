/** A page or an order that a user has opened. */
export type Recent = {
  to: string;
  label: string;
  /** The number of an order. */
  number?: string;
};

const prefix = 'recent:';
const most = 10;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  'label' in value &&
  typeof value.label === 'string';

function read(userId: string, storage: Storage = window.localStorage): Recent[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(prefix + userId) ?? '[]');
    return Array.isArray(value) ? value.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** The last ten pages and orders that each user opened in this browser, the newest first. */
export const recent = {
  read,
  add(userId: string, opened: Recent, storage: Storage = window.localStorage): void {
    const others = read(userId, storage).filter(({ to }) => to !== opened.to);
    try {
      storage.setItem(prefix + userId, JSON.stringify([opened, ...others].slice(0, most)));
    } catch {
      // When the storage is full or forbidden, only this entry is missing.
    }
  },
  /** Deletes the entries of all users. */
  clear(storage: Storage = window.localStorage): void {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  },
};
