import { Link } from 'react-router';
import type { HourlyOrder } from '@/api/billing/hourly';
import { duration } from '@/lib/format/duration';
import { formatMoney } from '@/lib/format/money';
import { perHour } from '@/shared/billing/words';
import { StatusBadge } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';

const timeOf = (seconds: number): string => (seconds > 0 ? duration(seconds) : 'None');

/** Says what was confirmed: a sum, or without a known time the price of an hour. */
const estimateOf = ({ terms: { allocated, price, currency }, estimated }: HourlyOrder): string =>
  allocated > 0 ? formatMoney(estimated, currency) : perHour(price, currency);

/** Orders that are paid by the hour as a table, or as stacked rows on a narrow screen. */
export function HourlyTable({ orders }: { orders: HourlyOrder[] }) {
  return (
    <DataTable
      label="Orders paid by the hour"
      rows={orders}
      keyOf={({ orderId }) => orderId}
      columns={[
        {
          head: 'Order',
          cell: (order) => <Name order={order} />,
          stacked: (order) => (
            <span className={parts.main}>
              <Name order={order} />
              {order.status && <StatusBadge status={order.status} quiet />}
            </span>
          ),
        },
        { head: 'Status', cell: ({ status }) => status && <StatusBadge status={status} quiet /> },
        { head: 'Estimate', kind: 'number', cell: estimateOf, side: true },
        { head: 'Worked', kind: 'number', cell: ({ worked }) => timeOf(worked) },
        { head: 'Billed', kind: 'number', cell: ({ billed }) => timeOf(billed) },
        {
          head: 'Not billed yet',
          kind: 'number',
          cell: ({ unbilled, cost, terms }) => (
            <>
              {timeOf(unbilled)}
              {unbilled > 0 && <span className={parts.more}>{formatMoney(cost, terms.currency)}</span>}
            </>
          ),
        },
      ]}
      rest={({ worked, billed, unbilled, cost, terms }) => (
        <>
          <span>
            Worked: {timeOf(worked)} · Billed: {timeOf(billed)}
          </span>
          {unbilled > 0 && (
            <span>
              Not billed yet: {duration(unbilled)}, {formatMoney(cost, terms.currency)}
            </span>
          )}
        </>
      )}
    />
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
