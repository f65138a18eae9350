import { useSearchParams } from 'react-router';
import { readFilters } from '@/orders/filters';
import { withStatus } from './listParams';
import { OrderTablePage } from './OrderTablePage';
import { StatusTabs } from './StatusTabs';

/** All orders one may see, archived ones aside. */
export default function ListPage() {
  const [search, setSearch] = useSearchParams();
  const { orderProgress } = readFilters(search, 'orders');
  return (
    <OrderTablePage
      kind="orders"
      title="Orders"
      above="Orders you may see"
      empty="No orders yet"
      before={
        <StatusTabs value={orderProgress.join(',')} onChange={(status) => setSearch(withStatus(search, status))} />
      }
    />
  );
}
