import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, Navigate, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import { useWebhookEndpointsQuery, type WebhookEndpoint } from '@/api/webhooks';
import { seesWebhooks } from '@/shared/webhooks/access';
import { EmptyState, ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { Deliveries } from './Deliveries';
import { RefreshButton } from './RefreshButton';
import { StateBadge } from './StateBadge';
import { Summary } from './Summary';
import { useRefresh } from './useRefresh';
import { hostOf, listPath } from './words';
import classes from './webhooks.module.css';

/** `/webhooks/:endpointId`: one webhook and its deliveries, for people who may change it. */
export default function WebhookPage() {
  const me = useMe();
  const { endpointId = '' } = useParams();
  if (!me) return null;
  if (!seesWebhooks(me)) return <NotForYou />;
  return me.viewOnly ? <Navigate to={listPath} replace /> : <Loaded key={endpointId} id={endpointId} />;
}

const above = <Link to={listPath}>Webhooks</Link>;

function Loaded({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useWebhookEndpointsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const webhook = data?.data.endpoints.find((one) => one.id === id);
  if (data && webhook) {
    const { types, head } = data.data;
    return <Content webhook={webhook} types={types} head={head} busy={isFetching} />;
  }
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page title="Webhook" above={above}>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {/* A webhook that was just added is not in what was read before. */}
      {!failure && (!data || isFetching) && (
        <Stack gap={16} role="status" aria-label="Loading the webhook">
          <Skeleton height={220} radius={10} />
          <Skeleton height={220} radius={10} />
        </Stack>
      )}
      {data && !isFetching && (
        <EmptyState
          title="This webhook does not exist"
          action={
            <Button component={Link} to={listPath} variant="default" size="xs">
              All webhooks
            </Button>
          }
        >
          It was removed, or it belongs to somebody else.
        </EmptyState>
      )}
    </Page>
  );
}

type Props = { webhook: WebhookEndpoint; types: string[]; head: number; busy: boolean };

function Content({ webhook, types, head, busy }: Props) {
  const refresh = useRefresh(webhook.state === 'active' && webhook.waiting > 0);
  return (
    <Page
      title={<span className={classes.title}>{hostOf(webhook.url)}</span>}
      beside={<StateBadge webhook={webhook} />}
      above={above}
      actions={<RefreshButton busy={busy} onClick={refresh} />}
    >
      <Stack gap={16}>
        <Summary webhook={webhook} types={types} head={head} />
        <Deliveries webhook={webhook} />
      </Stack>
    </Page>
  );
}
