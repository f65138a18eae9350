import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import type { FilterKind } from '@/orders/filters';

const FilterPanel = lazy(() => import('@/features/filters/FilterPanel'));

/** Which filter a page has. */
function kindOf(pathname: string, me: Profile): FilterKind | undefined {
  if (pathname === '/archived-order') return 'archive';
  return pathname === '/order-list' || (pathname === '/' && !me.isClientType) ? 'orders' : undefined;
}

/** The filter of the page that is open (BD-113). */
export function SidebarFilters({ me }: { me: Profile }) {
  const kind = kindOf(useLocation().pathname, me);
  if (!kind) return null;
  return (
    <Suspense fallback={null}>
      <FilterPanel key={kind} kind={kind} />
    </Suspense>
  );
}
