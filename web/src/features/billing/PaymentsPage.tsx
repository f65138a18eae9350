import { Navigate } from 'react-router';
import { usePaymentPagesInfiniteQuery } from '@/api/billing/billing';
import { PagedList } from '@/shared/billing/PagedList';
import { EmptyState } from '@/ui';
import { BillingFrame } from './BillingFrame';
import { PaymentTable } from './PaymentTable';
import { useAccount } from './useAccount';

/** `/billing/payments`: the payments of an account (SH-072). */
export default function PaymentsPage() {
  const { customerId, name, search, away } = useAccount();
  if (away) return <Navigate to={away} replace />;
  return (
    <BillingFrame page="payments" customerId={customerId} name={name} search={search}>
      <List key={customerId} customerId={customerId} />
    </BillingFrame>
  );
}

function List({ customerId }: { customerId?: string }) {
  const query = usePaymentPagesInfiniteQuery({ customerId }, { refetchOnMountOrArgChange: true });
  return (
    <div data-tour="payments">
      <PagedList
        query={query}
        noun="payment"
        empty={
          <EmptyState icon="card" title="No payments yet">
            A payment shows here as soon as an invoice is paid.
          </EmptyState>
        }
      >
        {(payments) => <PaymentTable payments={payments} />}
      </PagedList>
    </div>
  );
}
