import { useSearchParams } from 'react-router';
import { useAbility } from '@/api/hooks';
import { readFilters } from '@/shared/filters/filters';
import { withStatus } from './listParams';
import { OrderTablePage } from './OrderTablePage';
import { StatusTabs } from './StatusTabs';

/** All orders that the user may see, except archived ones. */
export default function ListPage() {
  const [search, setSearch] = useSearchParams();
  const mayCreate = useAbility('create-order', 'create');
  const { orderProgress } = readFilters(search, 'orders');
  return (
    <OrderTablePage
      kind="orders"
      title="Orders"
      above="Orders you may see"
      empty="No orders yet"
      hint={`Orders show here as soon as there are any.${mayCreate ? " Create the first one with 'Create New Order'." : ''}`}
      before={
        <StatusTabs value={orderProgress.join(',')} onChange={(status) => setSearch(withStatus(search, status))} />
      }
    />
  );
}
