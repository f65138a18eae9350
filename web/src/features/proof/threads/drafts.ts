import { useCallback, useState } from 'react';

/** What was written and not yet sent, kept for this tab until it is sent or thrown away. */
export interface Draft {
  /** TipTap JSON text. */
  message: string;
  /** The documents' JSON of the mark, for a new topic. */
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
      // a full or forbidden store costs the draft, not the comment
    }
  },
  drop(key: string): void {
    window.sessionStorage.removeItem(prefix + key);
  },
};

/** The message of a draft: as it was when this was first shown, and how to keep or drop it. */
export function useDraft(key: string) {
  const [first] = useState(() => read(key)?.message ?? '');
  const keep = useCallback(
    (message: string) => {
      if (message) drafts.write(key, { ...read(key), message });
      else drafts.drop(key);
    },
    [key],
  );
  const drop = useCallback(() => drafts.drop(key), [key]);
  return { first, keep, drop };
}
