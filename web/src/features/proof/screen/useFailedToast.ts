import { useEffect } from 'react';
import { apiError, details, sentence } from '@/api/envelope';
import { toast } from '@/ui';

/** A version detail that could not be read: a warning 'Failed' with the server's words. */
export function useFailedToast(error: unknown): void {
  useEffect(() => {
    if (error === undefined) return;
    const failure = apiError(error);
    toast({
      type: 'WARNING',
      title: 'Failed',
      message: sentence(failure),
      details: details(failure),
      id: 'version-failed',
    });
  }, [error]);
}
