import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type ClientAccountDetail, useChangeClientMutation, useClientAccountQuery } from '@/api/people';
import { date } from '@/lib/format/dates';
import { CompanyForm } from '@/shared/accounts/forms/CompanyForm';
import { CustomerList } from '@/shared/accounts/CustomerList';
import { InvitationsPanel } from '@/shared/accounts/people/InvitationsPanel';
import { PeoplePanel } from '@/shared/accounts/people/PeoplePanel';
import { rolesOf } from '@/shared/accounts/roles';
import { usePowers } from '@/shared/accounts/usePowers';
import { toastSuccess } from '@/shared/command/notify';
import { ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { BrandPanel } from './BrandPanel';
import classes from './clients.module.css';
import { HostsPanel } from './HostsPanel';
import { kinds } from './kinds';
import { RequirePanel } from './RequirePanel';
import { SignUpPanel } from './SignUpPanel';

/** `/clients/:clientId`: a client, its people and its customers, for the admin. */
export default function ClientPage() {
  const { clientId = '' } = useParams();
  const powers = usePowers();
  const { currentData, error, refetch } = useClientAccountQuery({ clientId }, { skip: !powers.clients });
  if (!powers.clients) return <NotForYou />;
  const failure = error && !currentData ? apiError(error) : undefined;
  return (
    <Page title={currentData?.data.client.name ?? 'Client'} above={<Link to="/clients">Clients</Link>}>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!currentData && !failure && (
        <Stack gap={16} role="status" aria-label="Loading the client">
          <Skeleton height={20} width={240} />
          <Skeleton height={330} radius={10} />
          <Skeleton height={220} radius={10} />
        </Stack>
      )}
      {currentData && <Client key={clientId} detail={currentData.data} />}
    </Page>
  );
}

function Client({ detail }: { detail: ClientAccountDetail }) {
  const { client, company, hosts, signUp } = detail;
  const [save, { isLoading, error }] = useChangeClientMutation();
  return (
    <Stack gap={16}>
      <p className={classes.facts}>
        {kinds[client.kind]} · since {date(client.createdAt)}
      </p>
      <Panel title="Company">
        <CompanyForm
          company={company}
          busy={isLoading}
          error={error}
          onSave={(changed) =>
            void save({ clientId: client.id, company: changed }).then(
              ({ data }) => data && toastSuccess('The company is saved.'),
            )
          }
        />
      </Panel>
      <BrandPanel detail={detail} />
      {client.kind === 'direct' ? (
        <SignUpPanel clientId={client.id} open={signUp} />
      ) : (
        <HostsPanel clientId={client.id} hosts={hosts} />
      )}
      <RequirePanel client={client} />
      {client.kind === 'reseller' && <InvitationsPanel clientId={client.id} most={detail.invitations} />}
      {/* The people of direct customers belong to their customers. */}
      {client.kind !== 'direct' && (
        <PeoplePanel of={{ clientId: client.id }} roles={rolesOf({ clientId: client.id })} />
      )}
      {client.kind !== 'provider' && (
        <Panel
          title="Customers"
          flush
          aside={
            <Button
              component={Link}
              to={`/customer/new?clientId=${encodeURIComponent(client.id)}`}
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="plus" size={14} />}
            >
              Create customer
            </Button>
          }
        >
          <CustomerList filter={{ clientId: client.id }} />
        </Panel>
      )}
    </Stack>
  );
}
