import type { Bill, BillLine } from '@/api/generated/billing';
import { formatMoney } from '@/lib/format/money';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import classes from './billTable.module.css';
import { Sums } from './Sums';
import { daysOf, lineName, timeOf } from './words';

/** Says what a line is for: the days of a plan, or the time of work with its price. */
const aboutOf = (line: BillLine, currency: string): string => timeOf(line, currency) ?? daysOf(line);

/** A bill that is asked about, in a dialog: its lines, the sum, the tax and the total. */
export function BillTable({ bill, label }: { bill: Bill; label: string }) {
  const { lines, currency } = bill;
  return (
    <DataTable
      label={label}
      fits
      hideHeads
      className={classes.bill}
      rows={lines}
      keyOf={(_, n) => n}
      columns={[
        {
          head: 'Description',
          cell: (line) => (
            <>
              {lineName(line)}
              <span className={parts.more}>{aboutOf(line, currency)}</span>
            </>
          ),
        },
        { head: 'Amount', kind: 'number', cell: ({ amount }) => formatMoney(amount, currency) },
      ]}
    >
      <Sums bill={bill} />
    </DataTable>
  );
}
