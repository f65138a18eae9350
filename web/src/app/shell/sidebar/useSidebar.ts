import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { mobile } from '@/lib/mobile';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { useGuardedClose } from '@/ui/dialog/closeGuard';

/**
 * Returns whether the sidebar is expanded, which the browser stores (BD-117). At 768 px and below
 * it is a drawer that starts closed. `toggle` and `close` ask before input in it is lost; `hold` is the
 * value of the `CloseGuard` around it.
 */
export function useSidebar() {
  const narrow = useMediaQuery(mobile) ?? false;
  const { pathname } = useLocation();
  const [choice, setChoice] = useLocalSetting<'open' | 'small'>('sidebar', 'open');
  const [drawer, setDrawer] = useState('');
  const open = narrow ? drawer === pathname : choice === 'open';
  const { hold, close } = useGuardedClose(() => (narrow ? setDrawer('') : setChoice('small')));

  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!narrow || !open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [narrow, open]);

  const toggle = () => {
    if (open) close();
    else if (narrow) setDrawer(pathname);
    else setChoice('open');
  };
  return { open, toggle, close, hold };
}
