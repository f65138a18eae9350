import { useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import type { View } from '@/api/session';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import type { FilterKind } from '@/shared/filters';
import classes from './Sidebar.module.css';

const panel = onDemand(() => import('@/features/filters/FilterPanel'));

/** Returns the kind of filter of a page. */
function kindOf(pathname: string, view: View): FilterKind | undefined {
  if (pathname === '/archived-order') return 'archive';
  return pathname === '/order-list' || (pathname === '/' && view === 'customer') ? 'orders' : undefined;
}

/** The filter of the open page (BD-113). It loads once the page shows. */
export function SidebarFilters({ me, onClose }: { me: Profile; onClose: () => void }) {
  const kind = kindOf(useLocation().pathname, useView(me));
  const loaded = useOnDemand(panel, false);
  if (!kind) return null;
  return <div className={classes.filters}>{loaded && <loaded.default key={kind} kind={kind} onClose={onClose} />}</div>;
}
