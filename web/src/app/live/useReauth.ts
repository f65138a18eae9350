import { useEffect } from 'react';
import { selectConnection } from '@/api/request/connection';
import { useApiDispatch, useApiSelector } from '@/api/hooks';
import { signedOut } from '@/api/session/session';
import { toast } from '@/ui';

/**
 * The time in ms between the message that the session ended and the reload of the page (SH-044).
 */
export const reauthReloadMs = 3000;

export function useReauth(): void {
  const dispatch = useApiDispatch();
  const { reauth } = useApiSelector(selectConnection);
  useEffect(() => {
    if (reauth === null) return;
    toast({ type: 'WARNING', title: 'Please sign in again', message: reauth });
    dispatch(signedOut());
    setTimeout(() => window.location.reload(), reauthReloadMs);
  }, [reauth, dispatch]);
}
