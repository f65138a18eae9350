import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns the address's parameters, which have the filter of a list so that the way back restores it,
 * and a function that changes some of them. Empty ones are left out.
 */
export function useAddressFilter<Name extends string>() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changed: Partial<Record<Name, string>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries<string | undefined>(changed)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { params, set };
}
