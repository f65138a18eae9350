import type { Bill, BillLine } from '@/api/generatedBilling';
import { formatMoney } from '@/lib/money';
import classes from './billTable.module.css';
import { percent } from './decimal';
import { daysOf, lineName, timeOf } from './words';

/** Says what a line is for: the days of a plan, or the time of work with its price. */
const aboutOf = (line: BillLine, currency: string): string => timeOf(line, currency) ?? daysOf(line);

/** A bill that is asked about, in a dialog: its lines, the sum, the tax and the total. */
export function BillTable({ bill: { lines, net, taxes, total, currency }, label }: { bill: Bill; label: string }) {
  return (
    <table className={classes.bill} aria-label={label}>
      <tbody>
        {lines.map((line, n) => (
          <tr key={n}>
            <th scope="row">
              {lineName(line)}
              <span className={classes.about}>{aboutOf(line, currency)}</span>
            </th>
            <td>{formatMoney(line.amount, currency)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Net</th>
          <td>{formatMoney(net, currency)}</td>
        </tr>
        {taxes.map(({ rate, tax }) => (
          <tr key={rate}>
            <th scope="row">Tax ({percent(rate)})</th>
            <td>{formatMoney(tax, currency)}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">Total</th>
          <td>{formatMoney(total, currency)}</td>
        </tr>
      </tbody>
    </table>
  );
}
