/**
 * A text that was written and not yet sent. It is stored for this tab until it is sent or
 * discarded.
 */
export interface Draft {
  /** The text as TipTap JSON. */
  message: string;
  /** The JSON of the mark, for a new topic. */
  annotation?: string;
}

const prefix = 'draft:';

function read(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(prefix + key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('message' in value) || typeof value.message !== 'string')
      return null;
    const annotation = 'annotation' in value && typeof value.annotation === 'string' ? value.annotation : undefined;
    return { message: value.message, annotation };
  } catch {
    return null;
  }
}

export const drafts = {
  read,
  write(key: string, draft: Draft): void {
    try {
      window.sessionStorage.setItem(prefix + key, JSON.stringify(draft));
    } catch {
      // When the storage is full or forbidden only the draft is lost. The comment can still be
      // sent.
    }
  },
  drop(key: string): void {
    window.sessionStorage.removeItem(prefix + key);
  },
};
