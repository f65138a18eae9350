import { Link } from 'react-router';
import type { HourlyCustomer } from '@/api/billing/hourly';
import { duration } from '@/lib/format/duration';
import { formatMoney } from '@/lib/format/money';
import { plural } from '@/lib/format/text';
import { usePowers } from '@/shared/accounts/usePowers';
import { perHour } from '@/shared/billing/words';
import { DataTable } from '@/ui/page/DataTable';

type Props = { customers: HourlyCustomer[] };

/** Customers who pay by the hour as a table, or as stacked rows on a narrow screen. */
export function CustomerTable({ customers }: Props) {
  // Those who do not sell get no prices.
  const priced = customers.some(({ price }) => price !== undefined);
  return (
    <DataTable
      label="Customers"
      rows={customers}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Customer', cell: (customer) => <Name customer={customer} /> },
        { head: 'Client', cell: ({ clientName }) => clientName },
        { head: 'Plan', cell: ({ plan }) => plan },
        priced && {
          head: 'Price of an hour',
          kind: 'number',
          cell: ({ price, currency }) => price !== undefined && currency && formatMoney(price, currency),
        },
        { head: 'Orders with work to bill', kind: 'number', cell: ({ orders }) => orders.toLocaleString('en') },
        {
          head: 'Time not billed',
          kind: 'number',
          cell: ({ unbilled }) => (unbilled > 0 ? duration(unbilled) : 'None'),
          side: ({ unbilled }) => (unbilled > 0 ? duration(unbilled) : 'Nothing to bill'),
        },
      ]}
      rest={({ clientName, plan, price, currency, orders }) => (
        <>
          <span>
            {[clientName, plan, price !== undefined && currency && perHour(price, currency)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {orders > 0 && <span>{plural(orders, 'order')} with work to bill</span>}
        </>
      )}
    />
  );
}

/** The name, as a link for those who manage the account. */
function Name({ customer: { id, name } }: { customer: HourlyCustomer }) {
  const { customers } = usePowers();
  return customers ? <Link to={`/customer/${id}`}>{name}</Link> : name;
}
