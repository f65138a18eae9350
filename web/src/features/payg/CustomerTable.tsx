import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { HourlyCustomer } from '@/api/hourly';
import { duration } from '@/lib/duration';
import { formatMoney } from '@/lib/money';
import { plural } from '@/lib/text';
import { usePowers } from '@/shared/accounts/usePowers';
import shared from '@/shared/billing/billing.module.css';
import { perHour } from '@/shared/billing/words';
import { ScrollRegion } from '@/ui/ScrollRegion';

type Props = { customers: HourlyCustomer[] };

/** Customers who pay by the hour as a table, or as stacked rows on a narrow screen. */
export function CustomerTable({ customers }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={shared.cards} aria-label="Customers">
        {customers.map((customer) => {
          const { id, clientName, plan, price, currency, orders, unbilled } = customer;
          const hour = price !== undefined && currency && perHour(price, currency);
          return (
            <li key={id}>
              <Name customer={customer} />
              <span className={shared.sum}>{unbilled > 0 ? duration(unbilled) : 'Nothing to bill'}</span>
              <span className={shared.rest}>
                <span>{[clientName, plan, hour].filter(Boolean).join(' · ')}</span>
                {orders > 0 && <span>{plural(orders, 'order')} with work to bill</span>}
              </span>
            </li>
          );
        })}
      </ul>
    );
  }
  // Those who do not sell get no prices.
  const priced = customers.some(({ price }) => price !== undefined);
  return (
    <ScrollRegion label="Customers, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Client</th>
            <th scope="col">Plan</th>
            {priced && (
              <th scope="col" data-number>
                Price of an hour
              </th>
            )}
            <th scope="col" data-number>
              Orders with work to bill
            </th>
            <th scope="col" data-number>
              Time not billed
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => {
            const { id, clientName, plan, price, currency, orders, unbilled } = customer;
            return (
              <tr key={id}>
                <th scope="row">
                  <Name customer={customer} />
                </th>
                <td>{clientName}</td>
                <td>{plan}</td>
                {priced && <td data-number>{price !== undefined && currency && formatMoney(price, currency)}</td>}
                <td data-number>{orders.toLocaleString('en')}</td>
                <td data-number>{unbilled > 0 ? duration(unbilled) : 'None'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The name, as a link for those who manage the account. */
function Name({ customer: { id, name } }: { customer: HourlyCustomer }) {
  const { customers } = usePowers();
  return customers ? <Link to={`/customer/${id}`}>{name}</Link> : name;
}
