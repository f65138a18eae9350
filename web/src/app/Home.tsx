import { useMe } from '@/api/hooks';
import BoardPage from '@/features/board/BoardPage';
import CustomersPage from '@/features/customers/CustomersPage';
import { PageSkeleton } from '@/ui/PageSkeleton';

/** The home path: the order board, or the customers for client-type users (BD-046, D-25). */
export default function Home() {
  const me = useMe();
  if (!me) return <PageSkeleton />;
  return me.isClientType ? <CustomersPage /> : <BoardPage />;
}
