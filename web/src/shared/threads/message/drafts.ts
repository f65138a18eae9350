import { useCallback, useState } from 'react';
import { drafts } from '@/lib/drafts';

export { drafts };

/**
 * Returns the message of a draft as it was on the first render, and functions that store or delete
 * it.
 */
export function useDraft(key: string) {
  const [first] = useState(() => drafts.read(key)?.message ?? '');
  const keep = useCallback(
    (message: string) => {
      if (message) drafts.write(key, { ...drafts.read(key), message });
      else drafts.drop(key);
    },
    [key],
  );
  const drop = useCallback(() => drafts.drop(key), [key]);
  return { first, keep, drop };
}
