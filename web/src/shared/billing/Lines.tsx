import type { Bill, BillLine } from '@/api/billing';
import { formatMoney } from '@/lib/money';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './bill.module.css';
import shared from './billing.module.css';
import { percent } from './decimal';
import { period } from './words';

function nameOf({ kind, name, each }: BillLine): string {
  if (kind === 'unused') return `Unused days of ${name}`;
  return each ? `${name}, with each cycle` : name;
}

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
                {nameOf(line)}
                <span className={`${shared.more} tabular`}>{period(line.from, line.until)}</span>
              </th>
              <td data-number>{line.quantity.toLocaleString('en')}</td>
              <td data-number>{money(line.price)}</td>
              <td data-number>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tbody className={classes.sums}>
          <Sum label="Net" amount={money(bill.net)} />
          <Sum label={`Tax (${percent(bill.taxRate)})`} amount={money(bill.tax)} />
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
