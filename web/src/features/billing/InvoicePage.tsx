import { Skeleton, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { type Invoice, useInvoiceQuery } from '@/api/billing/billing';
import { apiError, details, sentence } from '@/api/request/envelope';
import { dayText } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/useNow';
import { usePowers } from '@/shared/accounts/usePowers';
import { BankPanel } from '@/shared/billing/BankPanel';
import classes from '@/shared/billing/bill.module.css';
import { Facts } from '@/shared/billing/Facts';
import { InvoiceBadge } from '@/shared/billing/InvoiceBadge';
import { Lines } from '@/shared/billing/Lines';
import { useHasOwn } from '@/shared/billing/useHasOwn';
import { outcomeOf, overdue, wayOf } from '@/shared/billing/words';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { InvoiceActions } from './InvoiceActions';
import { dayOfPayment, paymentPath } from './PaymentTable';

/** `/billing/invoices/:invoiceId`: one invoice, for the account's owners and those who sell to it (SH-075). */
export default function InvoicePage() {
  const { invoiceId = '' } = useParams();
  const own = useHasOwn();
  const { selling } = usePowers();
  const able = own || selling;
  const { currentData, error, refetch } = useInvoiceQuery(
    { invoiceId },
    { skip: !able, refetchOnMountOrArgChange: true },
  );
  if (!able) return <NotForYou />;
  const invoice = currentData?.data;
  const failure = error && !invoice ? apiError(error) : undefined;
  // Those who sell come from the list of all accounts.
  const sold = invoice ? invoice.mayChange : !own;
  return (
    <Page
      title={invoice ? invoice.number : 'Invoice'}
      beside={invoice && <InvoiceBadge state={invoice.state} />}
      above={<Link to={sold ? '/invoices' : '/billing/invoices'}>Invoices</Link>}
      actions={invoice && <InvoiceActions invoice={invoice} />}
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!invoice && !failure && (
        <div className={classes.two} role="status" aria-label="Loading the invoice">
          <Skeleton height={260} radius={10} />
          <Skeleton height={180} radius={10} />
        </div>
      )}
      {invoice && <Content invoice={invoice} />}
    </Page>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  const { customer, customerId, issuedOn, paidOn, creditNote, creditedOn, payments = [] } = invoice;
  return (
    <div className={classes.two}>
      <Panel label="Lines" flush>
        <Lines bill={invoice.bill} />
      </Panel>
      <Stack gap={16}>
        <Panel label="Dates">
          <Facts
            facts={[
              { name: 'Customer', value: customer && <Link to={`/customer/${customerId}`}>{customer}</Link> },
              { name: 'Issued', value: dayText(issuedOn ?? '') },
              { name: 'Due', value: invoice.dueOn && <Due invoice={invoice} /> },
              { name: 'Paid', value: paidOn && dayText(paidOn) },
              { name: 'Credit note', value: creditNote },
              { name: 'Given back', value: creditedOn && dayText(creditedOn) },
            ]}
          />
        </Panel>
        <BankPanel invoice={invoice} />
        {payments.length > 0 && (
          <Panel title="Payments" flush>
            <ul className={classes.payments}>
              {payments.map((payment) => (
                <li key={payment.id}>
                  <Link to={paymentPath(payment.id)}>{dayOfPayment(payment)}</Link>
                  {formatMoney(payment.amount, payment.currency)}
                  <span>
                    {wayOf(payment)} · {outcomeOf(payment)}
                    {payment.reference && ` · ${payment.reference}`}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </Stack>
    </div>
  );
}

function Due({ invoice }: { invoice: Invoice }) {
  const late = overdue(invoice, useNow());
  return (
    <>
      {dayText(invoice.dueOn ?? '')} {late && <span className={classes.late}>{late}</span>}
    </>
  );
}
