import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Invoice } from '@/api/billing/billing';
import { dayText } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/useNow';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import classes from './billing.module.css';
import { InvoiceBadge } from './InvoiceBadge';
import { overdue } from './words';

export const invoicePath = (id: string): string => `/billing/invoices/${id}`;

const total = ({ bill }: Invoice): string => formatMoney(bill.total, bill.currency);

type Props = {
  invoices: Invoice[];
  /** Set where invoices of several accounts are listed. */
  customers?: boolean;
  /** Returns what can be done with an invoice in its row. */
  action?: (invoice: Invoice) => ReactNode;
};

/** Invoices as a table, or as stacked rows on a narrow screen. */
export function InvoiceTable({ invoices, customers = false, action }: Props) {
  const now = useNow(60_000);
  return (
    <DataTable
      label="Invoices"
      rows={invoices}
      keyOf={({ id }) => id}
      opens={({ id }) => invoicePath(id)}
      columns={[
        {
          head: 'Number',
          cell: (invoice) => <NumberLink invoice={invoice} />,
          stacked: (invoice) => (
            <span className={parts.main}>
              <NumberLink invoice={invoice} />
              <InvoiceBadge state={invoice.state} />
            </span>
          ),
        },
        customers && { head: 'Customer', cell: (invoice) => <Customer invoice={invoice} /> },
        { head: 'Issued', className: 'tabular', cell: ({ issuedOn }) => dayText(issuedOn ?? '') },
        { head: 'Due', cell: (invoice) => <Due invoice={invoice} now={now} /> },
        { head: 'State', cell: ({ state }) => <InvoiceBadge state={state} /> },
        { head: 'Total', kind: 'number', cell: total, side: true },
        action && { head: 'Action', kind: 'action', cell: action },
      ]}
      rest={(invoice) => (
        <>
          {customers && <Customer invoice={invoice} />}
          <Due invoice={invoice} now={now} prefix="Due " />
        </>
      )}
    />
  );
}

function NumberLink({ invoice: { id, number } }: { invoice: Invoice }) {
  return (
    <Link
      to={invoicePath(id)}
      className={classes.number}
      data-tour="invoice-number"
      onClick={(event) => event.stopPropagation()}
    >
      {number}
    </Link>
  );
}

function Customer({ invoice: { customerId, customer } }: { invoice: Invoice }) {
  return (
    <Link to={`/customer/${customerId}`} onClick={(event) => event.stopPropagation()}>
      {customer ?? 'Customer'}
    </Link>
  );
}

function Due({ invoice, now, prefix = '' }: { invoice: Invoice; now: Date; prefix?: string }) {
  const late = overdue(invoice, now);
  return (
    <span className="tabular" data-tour="invoice-due">
      {invoice.dueOn && `${prefix}${dayText(invoice.dueOn)}`}
      {late && <span className={classes.late}>{late}</span>}
    </span>
  );
}
