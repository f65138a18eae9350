import { useMe } from '@/api/hooks';
import { PageSkeleton } from '@/ui/PageSkeleton';
import { lazyPage } from './lazyPage';
import { OrderDetail } from './orderDetail';

const Board = lazyPage(() => import('@/features/board/BoardPage'), { tellsWhenShown: true, next: () => OrderDetail });
const Customers = lazyPage(() => import('@/features/customers/CustomersPage'));

/** The home path: the order board, or the customers for client-type users (BD-046, D-25). */
export function Home() {
  const me = useMe();
  if (!me) return <PageSkeleton />;
  return me.isClientType ? <Customers /> : <Board />;
}
