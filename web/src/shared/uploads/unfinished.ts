import type { UploadTarget } from './target';

/** What identifies a file when it is chosen again. */
export type FileFacts = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>;

export const factsOf = ({ name, size, type, lastModified }: File): FileFacts => ({ name, size, type, lastModified });

/** An upload in parts that this browser began and did not finish. */
export type Unfinished = {
  /** The id of the upload, by which the server knows it. */
  id: string;
  target: UploadTarget;
  file: FileFacts;
  expiresAt: string;
};

const prefix = 'upload:';

function names(storage: Storage, person: string): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((key) =>
    key.startsWith(`${prefix}${person}:`),
  );
}

function parse(text: string | null): Unfinished | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const whole = typeof value === 'object' && value !== null && 'id' in value && 'target' in value && 'file' in value;
    return whole ? (value as Unfinished) : null;
  } catch {
    return null;
  }
}

/** The unfinished uploads of each person in this browser. They outlive the page, but not the upload. */
export const unfinishedUploads = {
  add(person: string, upload: Unfinished, storage: Storage = window.localStorage): void {
    try {
      storage.setItem(`${prefix}${person}:${upload.id}`, JSON.stringify(upload));
    } catch {
      // When the storage is full or forbidden, the upload only goes on as long as the page is open.
    }
  },
  remove(person: string, id: string, storage: Storage = window.localStorage): void {
    storage.removeItem(`${prefix}${person}:${id}`);
  },
  load(person: string, now = Date.now(), storage: Storage = window.localStorage): Unfinished[] {
    return names(storage, person).flatMap((name) => {
      const upload = parse(storage.getItem(name));
      if (upload && Date.parse(upload.expiresAt) > now) return [upload];
      storage.removeItem(name);
      return [];
    });
  },
};
