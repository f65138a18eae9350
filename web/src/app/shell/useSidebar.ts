import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { mobile } from '@/lib/mobile';
import { useLocalSetting } from '@/lib/useLocalSetting';

/**
 * Returns whether the sidebar is expanded, which the browser stores (BD-117). At 768 px and below
 * it is a drawer that starts closed.
 */
export function useSidebar() {
  const narrow = useMediaQuery(mobile) ?? false;
  const { pathname } = useLocation();
  const [choice, setChoice] = useLocalSetting<'open' | 'small'>('sidebar', 'open');
  const [drawer, setDrawer] = useState('');
  const open = narrow ? drawer === pathname : choice === 'open';

  useEffect(() => {
    if (!narrow || !open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawer('');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [narrow, open]);

  const toggle = () => {
    if (narrow) setDrawer(open ? '' : pathname);
    else setChoice(open ? 'small' : 'open');
  };
  const close = () => {
    if (narrow) setDrawer('');
    else setChoice('small');
  };
  return { open, toggle, close };
}
