import { Link } from 'react-router';
import type { Bill } from '@/api/billing';
import { duration } from '@/lib/duration';
import { formatMoney } from '@/lib/money';
import { DataTable } from '@/ui/DataTable';
import parts from '@/ui/DataTable.module.css';
import classes from './bill.module.css';
import { percent } from './decimal';
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
      <tbody className={classes.sums}>
        <Sum label="Net" amount={money(bill.net)} />
        {bill.taxes.map(({ rate, tax }) => (
          <Sum key={rate} label={`Tax (${percent(rate)})`} amount={money(tax)} />
        ))}
        <Sum label="Total" amount={money(bill.total)} />
      </tbody>
    </DataTable>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th scope="row" colSpan={3} data-kind="number">
        {label}
      </th>
      <td data-kind="number">{amount}</td>
    </tr>
  );
}
