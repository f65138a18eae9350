import { Skeleton } from '@mantine/core';
import { Link, Navigate, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type ClientAccount, useClientAccountQuery } from '@/api/people';
import { useMe } from '@/api/hooks';
import { usePowers } from '@/shared/accounts/usePowers';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import classes from './branding.module.css';
import { BrandingEditor } from './BrandingEditor';

/**
 * `/branding`: what people see of the caller's own client, for an admin and the owner of a reseller.
 * `/clients/:clientId/branding`: of any client, for an admin (D-49).
 */
export default function BrandingPage() {
  const { clientId: asked } = useParams();
  const own = useMe()?.clientId ?? '';
  const powers = usePowers();
  const clientId = asked ?? own;
  const allowed = clientId === own ? powers.branding : powers.clients;
  const { currentData, error, refetch } = useClientAccountQuery({ clientId }, { skip: !allowed });
  if (!allowed) return <NotForYou />;
  const failure = error && !currentData ? apiError(error) : undefined;
  const client = currentData?.data.client;
  // Direct customers see the brand of the provider.
  if (client?.kind === 'direct') return <Navigate to={`/clients/${client.id}`} replace />;
  return (
    <Page
      title="Branding"
      above={asked && client ? <Link to={`/clients/${client.id}`}>{client.name}</Link> : (client?.name ?? 'Your brand')}
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!currentData && !failure && (
        <div role="status" aria-label="Loading the branding">
          <Skeleton height={20} width={320} mb={16} />
          <div className={classes.editor}>
            <Skeleton height={780} radius={10} />
            <Skeleton height={780} radius={10} />
          </div>
        </div>
      )}
      {currentData && client && (
        <>
          <p className={classes.intro}>{seenBy(client)}</p>
          <BrandingEditor key={clientId} clientId={clientId} branding={currentData.data.branding} />
        </>
      )}
    </Page>
  );
}

const seenBy = ({ kind, name }: ClientAccount): string =>
  kind === 'provider'
    ? 'Your people and your direct customers see it on every page, at the sign-in and in mails.'
    : `The people of ${name}, its customers and their guests see it on every page, at the sign-in and in mails.`;
