import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type CustomerAccountDetail, useChangeCustomerMutation, useCustomerAccountQuery } from '@/api/people';
import { date } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { CompanyForm } from '@/shared/accounts/forms/CompanyForm';
import { DeletionBadge } from '@/shared/accounts/DeletionBadge';
import { InvitationsPanel } from '@/shared/accounts/people/InvitationsPanel';
import { PeoplePanel } from '@/shared/accounts/people/PeoplePanel';
import { customerRoles } from '@/shared/accounts/roles';
import { usePowers } from '@/shared/accounts/usePowers';
import { toastSuccess } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import classes from './customers.module.css';
import { MembershipPanel } from './MembershipPanel';
import { TermsForm } from './TermsForm';

/** `/customer/:customerId`: a customer, for their reseller and for the admin (SH-086). */
export default function CustomerPage() {
  const { customerId = '' } = useParams();
  const powers = usePowers();
  const { currentData, error, refetch } = useCustomerAccountQuery({ customerId }, { skip: !powers.customers });
  if (!powers.customers) return <NotForYou />;
  const above = <Link to={powers.clients ? '/customers' : '/'}>Customers</Link>;
  const failure = error && !currentData ? apiError(error) : undefined;
  const customer = currentData?.data.customer;
  return (
    <Page
      title={customer?.name ?? 'Customer'}
      beside={customer && <DeletionBadge customer={customer} />}
      above={above}
      actions={
        <Button component={Link} to={`/order-list?customerId=${customerId}`} variant="default">
          See orders
        </Button>
      }
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!currentData && !failure && (
        <div role="status" aria-label="Loading the customer">
          <Skeleton height={20} width={280} mb={16} />
          <div className={classes.two}>
            <Skeleton height={330} radius={10} />
            <Skeleton height={330} radius={10} />
          </div>
          <Skeleton height={220} radius={10} mt={16} />
        </div>
      )}
      {currentData && <Customer key={customerId} detail={currentData.data} />}
    </Page>
  );
}

function Customer({ detail: { customer, company, invitations } }: { detail: CustomerAccountDetail }) {
  const { selling, clients } = usePowers();
  const [save, { isLoading, error }] = useChangeCustomerMutation();
  return (
    <>
      <p className={classes.facts}>
        {customer.clientName} · {plural(customer.people, 'person', 'people')} · since {date(customer.createdAt)}
      </p>
      {customer.state === 'deletion-requested' && (
        <p className={classes.deletion} role="note">
          The account owner has asked for the deletion of this account
          {customer.deletesAt && `. It happens on ${date(customer.deletesAt)}`}. They can take it back by signing in.
        </p>
      )}
      <div className={classes.two}>
        <Panel title="Company">
          <CompanyForm
            company={company}
            busy={isLoading}
            error={error}
            onSave={(changed) =>
              void save({ customerId: customer.id, customerChange: { company: changed } }).then(
                ({ data }) => data && toastSuccess('The company is saved.'),
              )
            }
          />
        </Panel>
        <Panel title="Terms">
          <TermsForm customer={customer} />
        </Panel>
      </div>
      {clients && (
        <div className={classes.membership}>
          <InvitationsPanel clientId={customer.clientId} customerId={customer.id} most={invitations} />
        </div>
      )}
      {selling && (
        <div className={classes.membership}>
          <MembershipPanel customerId={customer.id} />
        </div>
      )}
      <PeoplePanel of={{ customerId: customer.id }} roles={customerRoles} />
    </>
  );
}
