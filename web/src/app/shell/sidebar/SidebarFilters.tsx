import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import type { View } from '@/api/session/session';
import { mobile } from '@/lib/mobile';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import type { FilterKind } from '@/shared/filters/filters';
import classes from './Sidebar.module.css';

const panel = onDemand(() => import('@/features/filters/FilterPanel'));

/** Returns the kind of filter of a page. */
function kindOf(pathname: string, view: View): FilterKind | undefined {
  if (pathname === '/archived-order') return 'archive';
  return pathname === '/order-list' || (pathname === '/' && view === 'customer') ? 'orders' : undefined;
}

/** The filter of the open page (BD-113). It loads once the page shows. */
export function SidebarFilters({ me }: { me: Profile }) {
  const view = useView(me);
  const kind = kindOf(useLocation().pathname, view);
  const narrow = useMediaQuery(mobile) ?? false;
  const loaded = useOnDemand(panel, false);
  // A drawer closes with its page.
  const stays = useCallback((to: string) => !narrow && kindOf(to, view) === kind, [narrow, view, kind]);
  if (!kind) return null;
  return <div className={classes.filters}>{loaded && <loaded.default key={kind} kind={kind} stays={stays} />}</div>;
}
