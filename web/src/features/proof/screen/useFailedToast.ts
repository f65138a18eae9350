import { useEffect } from 'react';
import { apiError, details, sentence } from '@/api/envelope';
import { toast } from '@/ui';

/** A version that was deleted meanwhile leaves the list within this long, and nothing has to be said. */
export const patienceMs = 1500;

/** A version detail that cannot be read: a warning 'Failed' with the server's words. */
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
