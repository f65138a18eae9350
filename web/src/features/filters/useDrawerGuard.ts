import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { mobile } from '@/lib/mobile';
import { useGuardedClose } from '@/ui/closeGuard';

/**
 * Asks before Escape closes the drawer of a narrow screen, and with it what was typed in there. A wide
 * sidebar ignores the key. Returns the value for the `CloseGuard` around the form.
 */
export function useDrawerGuard(onClose: () => void) {
  const narrow = useMediaQuery(mobile);
  const { hold, close } = useGuardedClose(onClose);
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!narrow) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // The sidebar closes with the key as well. It listens on the document.
      onEscape();
    };
    document.documentElement.addEventListener('keydown', onKey);
    return () => document.documentElement.removeEventListener('keydown', onKey);
  }, [narrow]);
  return hold;
}
