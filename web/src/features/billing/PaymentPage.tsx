import { Skeleton } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { type Payment, usePaymentQuery } from '@/api/billing/billing';
import { apiError, details, sentence } from '@/api/request/envelope';
import { dateTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { usePowers } from '@/shared/accounts/usePowers';
import { Facts } from '@/shared/billing/Facts';
import { invoicePath } from '@/shared/billing/InvoiceTable';
import { useHasOwn } from '@/shared/billing/useHasOwn';
import { outcomeOf, wayOf } from '@/shared/billing/words';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { dayOfPayment } from './PaymentTable';

/** `/billing/payments/:paymentId`: one payment (SH-073). */
export default function PaymentPage() {
  const { paymentId = '' } = useParams();
  const own = useHasOwn();
  const { selling } = usePowers();
  const able = own || selling;
  const { currentData, error, refetch } = usePaymentQuery(
    { paymentId },
    { skip: !able, refetchOnMountOrArgChange: true },
  );
  if (!able) return <NotForYou />;
  const payment = currentData?.data;
  const failure = error && !payment ? apiError(error) : undefined;
  const list = own || !payment ? '' : `?customerId=${payment.customerId}`;
  return (
    <Page
      title={payment ? titleOf(payment) : 'Payment'}
      above={
        own || payment ? <Link to={`/billing/payments${list}`}>Payments</Link> : <Link to="/invoices">Invoices</Link>
      }
      narrow
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!payment && !failure && <Skeleton height={224} radius={10} role="status" aria-label="Loading the payment" />}
      {payment && (
        <Panel label="Payment">
          <Facts
            facts={[
              { name: 'Amount', value: <strong>{formatMoney(payment.amount, payment.currency)}</strong> },
              { name: 'Status', value: outcomeOf(payment) },
              { name: 'Method', value: wayOf(payment) },
              { name: 'Day', value: dayOfPayment(payment) },
              { name: payment.kind === 'refunded' ? 'Credit note' : 'Reference', value: payment.reference },
              { name: 'Invoice', value: <Link to={invoicePath(payment.invoiceId)}>{payment.number}</Link> },
              { name: 'Noted', value: dateTime(payment.at) },
            ]}
          />
        </Panel>
      )}
    </Page>
  );
}

const titles: Record<Payment['kind'], string> = { paid: 'Payment', refused: 'Refused payment', refunded: 'Refund' };

const titleOf = (payment: Payment): string => `${titles[payment.kind]} of ${dayOfPayment(payment)}`;
