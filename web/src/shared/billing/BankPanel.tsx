import type { Invoice } from '@/api/billing/billing';
import { Panel } from '@/ui/page/Panel';
import classes from './bill.module.css';
import { isUnpaid } from './words';

/** Says where an invoice can be paid, while it is not. */
export function BankPanel({ invoice }: { invoice: Invoice }) {
  if (!isUnpaid(invoice) || !invoice.bankDetails) return null;
  return (
    <Panel title="Pay by bank transfer">
      <p className={classes.bank}>{invoice.bankDetails}</p>
      <p className={classes.reference}>
        Give the number <strong>{invoice.number}</strong> as the reference of the transfer.
      </p>
    </Panel>
  );
}
