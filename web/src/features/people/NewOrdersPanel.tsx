import { type PersonDetail, useSetNewOrdersMutation } from '@/api/people';
import { Toggle } from '@/shared/accounts/forms/Toggle';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { Panel } from '@/ui/page/Panel';
import { nameOf } from './person';

/**
 * Lets an admin name who is notified of every new order. Orders that nobody has taken reach every manager
 * and creative manager without it (D-78).
 */
export function NewOrdersPanel({ detail: { person, orders } }: { detail: PersonDetail }) {
  const [set, { isLoading, originalArgs }] = useSetNewOrdersMutation();
  const save = (every: boolean) => {
    if (isLoading) return;
    set({ personId: person.id, newOrders: { orders: every ? 'all' : 'mine' } })
      .unwrap()
      .then(() =>
        toastSuccess(`${nameOf(person)} is told of ${every ? 'every new order' : 'their own new orders only'} now.`),
      )
      .catch(toastError);
  };
  return (
    <Panel title="Notifications">
      <Toggle
        label="Tell them of every new order"
        checked={((isLoading ? originalArgs?.newOrders.orders : undefined) ?? orders) === 'all'}
        onChange={save}
      />
    </Panel>
  );
}
