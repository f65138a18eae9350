import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMe } from '@/api/hooks';
import { type AccountCreated, useListClientsQuery } from '@/api/people';
import { apiError, sentence } from '@/api/request/envelope';
import { usePowers } from '@/shared/accounts/usePowers';
import { invited, useMailOff } from '@/shared/MailOff';
import { toastSuccess } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { PageSkeleton } from '@/ui/page/PageSkeleton';
import { NotForYou } from '@/shared/NotForYou';
import { NewCustomerForm } from './NewCustomerForm';

/** `/customer/new`: a reseller or the admin creates a customer (SH-085, D-45). */
export default function NewCustomerPage() {
  const me = useMe();
  const powers = usePowers();
  const mailOff = useMailOff();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, refetch } = useListClientsQuery(undefined, { skip: !powers.clients });
  if (!powers.customers) return <NotForYou />;

  const reseller = me?.isClientType === true;
  const clients = data?.data.clients.filter(({ kind }) => kind !== 'provider');
  const created = ({ id }: AccountCreated, owner: string) => {
    toastSuccess(`The customer is created. ${invited(owner, mailOff)}`);
    void navigate(`/customer/${id}`, { replace: true });
  };
  return (
    <Page title="Create New Customer" above={<Link to={reseller ? '/' : '/customers'}>Customers</Link>} narrow>
      {reseller && <NewCustomerForm onCreated={created} />}
      {!reseller && error && !data && <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!reseller && !error && !data && <PageSkeleton />}
      {!reseller && clients && (
        <NewCustomerForm clients={clients} preferred={query.get('clientId') ?? undefined} onCreated={created} />
      )}
    </Page>
  );
}
