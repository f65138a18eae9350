import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useApiDispatch } from '@/api/hooks';
import { toastMs } from '@/ui';
import { refusalRead, selectRefused } from './boardSlice';

/**
 * Returns the refusal on the screen. It disappears after the time of a toast, but not while the button of another way
 * has the focus.
 */
export function useShownRefusal() {
  const dispatch = useApiDispatch();
  const refused = useSelector(selectRefused);
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setInterval(() => {
      if (!document.activeElement?.hasAttribute('data-refused-way')) dispatch(refusalRead());
    }, toastMs);
    return () => clearInterval(timer);
  }, [refused, dispatch]);
  return refused;
}
