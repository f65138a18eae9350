import { Link, Navigate } from 'react-router';
import { useMe } from '@/api/hooks';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/Page';

/** `/customer/new`: a reseller creates a customer (D-27). */
export default function NewCustomerPage() {
  const me = useMe();
  if (me && !me.isClientType) return <Navigate to="/" replace />;
  const provider = me?.theme.name ?? 'Proofboard';
  return (
    <Page title="Create New Customer" above={<Link to="/">Customers</Link>}>
      <EmptyState icon="users" title="New customers are set up for you" action={<Link to="/">Back to customers</Link>}>
        <p>
          Tell your contact at {provider} the company's name and the name and email of its account owner. The owner gets
          a sign-in, and the customer shows in your list with its orders as soon as it is there.
        </p>
      </EmptyState>
    </Page>
  );
}
