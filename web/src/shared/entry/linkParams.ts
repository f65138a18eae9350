import { useMemo } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the parameters of a link that the product made. They stand behind `#`, so that no server,
 * log or other site gets the secret. Links of earlier versions have them behind `?`.
 */
export function useLinkParams(): URLSearchParams {
  const { hash, search } = useLocation();
  return useMemo(() => new URLSearchParams(hash.length > 1 ? hash.slice(1) : search), [hash, search]);
}
