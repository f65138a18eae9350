import { Navigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { useMe, useView } from '@/api/hooks';
import { PageSkeleton } from '@/ui/page/PageSkeleton';
import { lazyPage } from './pages/lazyPage';
import { OrderDetail } from './pages/orderDetail';
import { page } from './pages/page';

const Board = lazyPage(() => import('@/features/board/BoardPage'), { tellsWhenShown: true, next: () => OrderDetail });
const Customers = page('Customers');

/** The home path: the order board, or in the client view the customers (BD-046, D-25, D-49). */
export function Home() {
  const me = useMe();
  return me ? <HomeOf me={me} /> : <PageSkeleton />;
}

function HomeOf({ me }: { me: Profile }) {
  if (useView(me) === 'customer') return <Board />;
  if (me.isClientType) return <Customers />;
  // A reseller's customer has no customers. Their business is their own account.
  return <Navigate to={me.abilities['manage-team']?.includes('update') ? '/team-members' : '/profile'} replace />;
}
