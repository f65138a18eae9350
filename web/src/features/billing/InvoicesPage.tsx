import { Navigate } from 'react-router';
import { useInvoicePagesInfiniteQuery } from '@/api/billing/billing';
import { InvoiceTable } from '@/shared/billing/InvoiceTable';
import { PagedList } from '@/shared/billing/PagedList';
import { EmptyState } from '@/ui';
import { BillingFrame } from './BillingFrame';
import { useAccount } from './useAccount';

/** `/billing/invoices`: the invoices of an account (SH-074). */
export default function InvoicesPage() {
  const { customerId, name, search, away } = useAccount();
  if (away) return <Navigate to={away} replace />;
  return (
    <BillingFrame page="invoices" customerId={customerId} name={name} search={search}>
      <List key={customerId} customerId={customerId} />
    </BillingFrame>
  );
}

function List({ customerId }: { customerId?: string }) {
  const query = useInvoicePagesInfiniteQuery({ customerId }, { refetchOnMountOrArgChange: true });
  return (
    <div data-tour="invoices">
      <PagedList
        query={query}
        noun="invoice"
        empty={
          <EmptyState icon="receipt" title="No invoices yet">
            The first invoice shows here when a paid plan begins.
          </EmptyState>
        }
      >
        {(invoices) => <InvoiceTable invoices={invoices} />}
      </PagedList>
    </div>
  );
}
