import { Link } from 'react-router';
import type { Payment } from '@/api/billing/billing';
import { date, dayText } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import shared from '@/shared/billing/billing.module.css';
import { invoicePath } from '@/shared/billing/InvoiceTable';
import { outcomeOf, wayOf } from '@/shared/billing/words';
import { DataTable } from '@/ui/page/DataTable';

export const paymentPath = (id: string): string => `/billing/payments/${id}`;

/** Returns the day of a payment. A refused one has only the time at which it was tried. */
export const dayOfPayment = ({ on, at }: Payment): string => (on ? dayText(on) : date(at));

const sum = ({ amount, currency }: Payment): string => formatMoney(amount, currency);

/** Payments as a table, or as stacked rows on a narrow screen. */
export function PaymentTable({ payments }: { payments: Payment[] }) {
  return (
    <DataTable
      label="Payments"
      rows={payments}
      keyOf={({ id }) => id}
      opens={({ id }) => paymentPath(id)}
      columns={[
        { head: 'Day', cell: (payment) => <Day payment={payment} /> },
        { head: 'Invoice', cell: (payment) => <NumberLink payment={payment} /> },
        { head: 'Method', tour: 'payment-way', cell: wayOf },
        { head: 'Status', tour: 'payment-outcome', cell: outcomeOf },
        { head: 'Amount', kind: 'number', cell: sum, side: true },
      ]}
      rest={(payment) => (
        <>
          <span>
            <span data-tour="payment-way">{wayOf(payment)}</span> ·{' '}
            <span data-tour="payment-outcome">{outcomeOf(payment)}</span>
          </span>
          <NumberLink payment={payment} />
        </>
      )}
    />
  );
}

function Day({ payment }: { payment: Payment }) {
  return (
    <Link to={paymentPath(payment.id)} className={shared.number} onClick={(event) => event.stopPropagation()}>
      {dayOfPayment(payment)}
    </Link>
  );
}

function NumberLink({ payment: { invoiceId, number } }: { payment: Payment }) {
  return (
    <Link
      to={invoicePath(invoiceId)}
      className="tabular"
      data-tour="payment-invoice"
      onClick={(event) => event.stopPropagation()}
    >
      {number}
    </Link>
  );
}
