import { Link } from 'react-router';
import type { Bill } from '@/api/billing/billing';
import { duration } from '@/lib/format/duration';
import { formatMoney } from '@/lib/format/money';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import classes from './bill.module.css';
import { Sums } from './Sums';
import { lineName, perHour, period } from './words';

/** The lines of a bill with their sum, the tax and the total. */
export function Lines({ bill }: { bill: Bill }) {
  const money = (amount: number) => formatMoney(amount, bill.currency);
  return (
    <DataTable
      label="Lines of the invoice"
      region="Lines of the invoice"
      rows={bill.lines}
      keyOf={(_, i) => i}
      columns={[
        {
          head: 'Description',
          cell: (line) => (
            <>
              {line.orderId ? <Link to={`/orders/detail/${line.orderId}`}>{lineName(line)}</Link> : lineName(line)}
              <span className={`${parts.more} tabular`}>{period(line.from, line.until)}</span>
            </>
          ),
        },
        {
          head: 'Quantity',
          kind: 'number',
          cell: ({ seconds, quantity }) => (seconds === undefined ? quantity.toLocaleString('en') : duration(seconds)),
        },
        {
          head: 'Price',
          kind: 'number',
          cell: ({ seconds, price }) => (seconds === undefined ? money(price) : perHour(price, bill.currency)),
        },
        { head: 'Amount', kind: 'number', cell: ({ amount }) => money(amount) },
      ]}
    >
      <Sums bill={bill} span={3} className={classes.sums} />
    </DataTable>
  );
}
