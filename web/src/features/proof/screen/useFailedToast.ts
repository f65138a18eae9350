import { useEffect } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { toast } from '@/ui';

/**
 * A version that was deleted meanwhile leaves the list within this time, in ms, and needs no
 * warning.
 */
export const patienceMs = 1500;

/** Shows a warning 'Failed' with the server's message when a version detail cannot be read. */
export function useFailedToast(error: unknown): void {
  useEffect(() => {
    if (error === undefined) return undefined;
    const failure = apiError(error);
    const timer = setTimeout(() => {
      toast({
        type: 'WARNING',
        title: 'Failed',
        message: sentence(failure),
        details: details(failure),
        id: 'version-failed',
      });
    }, patienceMs);
    return () => clearTimeout(timer);
  }, [error]);
}
