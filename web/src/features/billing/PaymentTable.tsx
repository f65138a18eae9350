import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from 'react-router';
import type { Payment } from '@/api/billing';
import { date, dayText } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import shared from '@/shared/billing/billing.module.css';
import { invoicePath } from '@/shared/billing/InvoiceTable';
import { outcomeOf, wayOf } from '@/shared/billing/words';
import { ScrollRegion } from '@/ui/ScrollRegion';

export const paymentPath = (id: string): string => `/billing/payments/${id}`;

/** Returns the day of a payment. A refused one has only the time at which it was tried. */
export const dayOfPayment = ({ on, at }: Payment): string => (on ? dayText(on) : date(at));

const sum = ({ amount, currency }: Payment): string => formatMoney(amount, currency);

/** Payments as a table, or as stacked rows on a narrow screen. */
export function PaymentTable({ payments }: { payments: Payment[] }) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  if (narrow) {
    return (
      <ul className={shared.cards} aria-label="Payments">
        {payments.map((payment) => (
          <li key={payment.id}>
            <Day payment={payment} />
            <span className={shared.sum}>{sum(payment)}</span>
            <span className={shared.rest}>
              <span>
                <span data-tour="payment-way">{wayOf(payment)}</span> ·{' '}
                <span data-tour="payment-outcome">{outcomeOf(payment)}</span>
              </span>
              <NumberLink payment={payment} />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Payments, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Invoice</th>
            <th scope="col">Way</th>
            <th scope="col">Outcome</th>
            <th scope="col" data-number>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id} data-opens onClick={() => void navigate(paymentPath(payment.id))}>
              <th scope="row">
                <Day payment={payment} />
              </th>
              <td>
                <NumberLink payment={payment} />
              </td>
              <td data-tour="payment-way">{wayOf(payment)}</td>
              <td data-tour="payment-outcome">{outcomeOf(payment)}</td>
              <td data-number>{sum(payment)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
