import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { toast } from '@/ui';

/**
 * Redirects to the board when the order may not be seen, and says so (BD-437, BD-438). Returns any
 * other error, which a retry may fix.
 */
export function useOrderGuard(error: unknown): string | null {
  const navigate = useNavigate();
  const failure = error ? apiError(error) : null;
  const status = failure?.status ?? 0;
  const message = failure ? sentence(failure) : '';
  const gone = typeof status === 'number' && status >= 400 && status < 500;

  useEffect(() => {
    if (!gone) return;
    if (status === 403) {
      toast({ type: 'DANGER', title: 'Permission Denied!', message: 'You are not allowed to access this file!' });
    } else {
      toast({ type: 'WARNING', title: 'Failed', message });
    }
    void navigate('/', { replace: true });
  }, [gone, status, message, navigate]);

  return failure && !gone ? message : null;
}
