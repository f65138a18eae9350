import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { HourlyOrder } from '@/api/hourly';
import { duration } from '@/lib/duration';
import { formatMoney } from '@/lib/money';
import shared from '@/shared/billing/billing.module.css';
import { perHour } from '@/shared/billing/words';
import { StatusBadge } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';

const timeOf = (seconds: number): string => (seconds > 0 ? duration(seconds) : 'None');

/** Says what was confirmed: a sum, or without a known time the price of an hour. */
const estimateOf = ({ terms: { allocated, price, currency }, estimated }: HourlyOrder): string =>
  allocated > 0 ? formatMoney(estimated, currency) : perHour(price, currency);

/** Orders that are paid by the hour as a table, or as stacked rows on a narrow screen. */
export function HourlyTable({ orders }: { orders: HourlyOrder[] }) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={shared.cards} aria-label="Orders paid by the hour">
        {orders.map((order) => (
          <li key={order.orderId}>
            <span className={shared.main}>
              <Name order={order} />
              {order.status && <StatusBadge status={order.status} quiet />}
            </span>
            <span className={shared.sum}>{estimateOf(order)}</span>
            <span className={shared.rest}>
              <span>
                Worked: {timeOf(order.worked)} · Billed: {timeOf(order.billed)}
              </span>
              {order.unbilled > 0 && (
                <span>
                  Not billed yet: {duration(order.unbilled)}, {formatMoney(order.cost, order.terms.currency)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Orders paid by the hour, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            {['Estimate', 'Worked', 'Billed', 'Not billed yet'].map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.orderId}>
              <th scope="row">
                <Name order={order} />
              </th>
              <td>{order.status && <StatusBadge status={order.status} quiet />}</td>
              <td data-number>{estimateOf(order)}</td>
              <td data-number>{timeOf(order.worked)}</td>
              <td data-number>{timeOf(order.billed)}</td>
              <td data-number>
                {timeOf(order.unbilled)}
                {order.unbilled > 0 && (
                  <span className={shared.more}>{formatMoney(order.cost, order.terms.currency)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Name({ order: { orderId, name, number } }: { order: HourlyOrder }) {
  if (name === undefined) return 'Deleted order';
  return (
    <Link to={`/orders/detail/${orderId}`}>
      {number} {name}
    </Link>
  );
}
