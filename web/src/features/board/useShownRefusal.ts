import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useApiDispatch } from '@/api/hooks';
import { toastMs } from '@/ui';
import { refusalRead, selectRefused } from './boardSlice';

/** The refusal on screen; it goes after as long as a toast stays. */
export function useShownRefusal() {
  const dispatch = useApiDispatch();
  const refused = useSelector(selectRefused);
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setTimeout(() => dispatch(refusalRead()), toastMs);
    return () => clearTimeout(timer);
  }, [refused, dispatch]);
  return refused;
}
