import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Invoice } from '@/api/billing';
import { dayText } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useNow } from '@/lib/useNow';
import { ScrollRegion } from '@/ui/ScrollRegion';
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
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const now = useNow(60_000);
  if (narrow) {
    return (
      <ul className={classes.cards} aria-label="Invoices">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <span className={classes.main}>
              <NumberLink invoice={invoice} />
              <InvoiceBadge state={invoice.state} />
            </span>
            <span className={classes.sum}>{total(invoice)}</span>
            <span className={classes.rest}>
              {customers && <Customer invoice={invoice} />}
              <Due invoice={invoice} now={now} prefix="Due " />
            </span>
            {action?.(invoice)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Invoices, a table" className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            {customers && <th scope="col">Customer</th>}
            <th scope="col">Issued</th>
            <th scope="col">Due</th>
            <th scope="col">State</th>
            <th scope="col" data-number>
              Total
            </th>
            {action && (
              <th scope="col">
                <span className="sr-only">Action</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id} data-opens onClick={() => void navigate(invoicePath(invoice.id))}>
              <th scope="row">
                <NumberLink invoice={invoice} />
              </th>
              {customers && (
                <td>
                  <Customer invoice={invoice} />
                </td>
              )}
              <td className="tabular">{dayText(invoice.issuedOn ?? '')}</td>
              <td>
                <Due invoice={invoice} now={now} />
              </td>
              <td>
                <InvoiceBadge state={invoice.state} />
              </td>
              <td data-number>{total(invoice)}</td>
              {action && <td data-action>{action(invoice)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
