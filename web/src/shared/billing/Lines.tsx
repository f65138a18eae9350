import { Link } from 'react-router';
import type { Bill } from '@/api/billing';
import { duration } from '@/lib/duration';
import { formatMoney } from '@/lib/money';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './bill.module.css';
import shared from './billing.module.css';
import { percent } from './decimal';
import { lineName, perHour, period } from './words';

/** The lines of a bill with their sum, the tax and the total. */
export function Lines({ bill }: { bill: Bill }) {
  const money = (amount: number) => formatMoney(amount, bill.currency);
  return (
    <ScrollRegion label="Lines of the invoice" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" data-number>
              Quantity
            </th>
            <th scope="col" data-number>
              Price
            </th>
            <th scope="col" data-number>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map((line, i) => (
            <tr key={i}>
              <th scope="row">
                {line.orderId ? <Link to={`/orders/detail/${line.orderId}`}>{lineName(line)}</Link> : lineName(line)}
                <span className={`${shared.more} tabular`}>{period(line.from, line.until)}</span>
              </th>
              <td data-number>
                {line.seconds === undefined ? line.quantity.toLocaleString('en') : duration(line.seconds)}
              </td>
              <td data-number>{line.seconds === undefined ? money(line.price) : perHour(line.price, bill.currency)}</td>
              <td data-number>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tbody className={classes.sums}>
          <Sum label="Net" amount={money(bill.net)} />
          {bill.taxes.map(({ rate, tax }) => (
            <Sum key={rate} label={`Tax (${percent(rate)})`} amount={money(tax)} />
          ))}
          <Sum label="Total" amount={money(bill.total)} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th scope="row" colSpan={3} data-number>
        {label}
      </th>
      <td data-number>{amount}</td>
    </tr>
  );
}
