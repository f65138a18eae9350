import type { Invoice } from '@/api/billing';
import classes from './billing.module.css';
import { invoiceStates } from './words';

/** The state of an invoice in its colour. */
export function InvoiceBadge({ state }: Pick<Invoice, 'state'>) {
  return (
    <span className={classes.badge} data-state={state} data-tour="invoice-state">
      {invoiceStates[state]}
    </span>
  );
}
