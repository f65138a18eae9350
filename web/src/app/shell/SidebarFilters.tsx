import { useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import type { FilterKind } from '@/shared/filters';
import classes from './Sidebar.module.css';

const panel = onDemand(() => import('@/features/filters/FilterPanel'));

/** Which filter a page has. */
function kindOf(pathname: string, me: Profile): FilterKind | undefined {
  if (pathname === '/archived-order') return 'archive';
  return pathname === '/order-list' || (pathname === '/' && !me.isClientType) ? 'orders' : undefined;
}

/** The filter of the page that is open (BD-113); it comes once the page shows. */
export function SidebarFilters({ me }: { me: Profile }) {
  const kind = kindOf(useLocation().pathname, me);
  const loaded = useOnDemand(panel, false);
  if (!kind) return null;
  return <div className={classes.filters}>{loaded && <loaded.default key={kind} kind={kind} />}</div>;
}
