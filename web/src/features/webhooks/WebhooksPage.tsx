import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import { useWebhookEndpointsQuery } from '@/api/webhooks';
import { plural } from '@/lib/format/text';
import { seesWebhooks } from '@/shared/webhooks/access';
import { EmptyState, ErrorState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { AddDialog } from './AddDialog';
import { RefreshButton } from './RefreshButton';
import { useRefresh } from './useRefresh';
import { WebhookTable } from './WebhookTable';
import { mostWebhooks } from './words';
import classes from './webhooks.module.css';

/** `/webhooks`: the webhooks of an account, of a reseller or of the provider (BY-040). */
export default function WebhooksPage() {
  const me = useMe();
  if (!me) return null;
  return seesWebhooks(me) ? <Webhooks mayEdit={!me.viewOnly} /> : <NotForYou />;
}

function Webhooks({ mayEdit }: { mayEdit: boolean }) {
  const { data, error, isFetching, refetch } = useWebhookEndpointsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [adding, setAdding] = useState(false);
  const webhooks = data?.data.endpoints ?? [];
  const full = webhooks.length >= mostWebhooks;
  const mayAdd = mayEdit && data !== undefined && !full;
  const add = () => setAdding(true);
  const refresh = useRefresh(webhooks.some(({ state, waiting }) => state === 'active' && waiting > 0));
  useShortcuts(mayAdd ? [{ what: 'Add a webhook', icon: 'plus', group: 'Webhooks', run: add }] : []);
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page
      title="Webhooks"
      above={data && webhooks.length > 0 && `${plural(webhooks.length, 'webhook')} of at most ${mostWebhooks}`}
      actions={
        <>
          <Link to="/developers">API</Link>
          {webhooks.length > 0 && <RefreshButton busy={isFetching} onClick={refresh} />}
          {mayAdd && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={add}>
              Add a webhook
            </Button>
          )}
        </>
      }
    >
      <p className={classes.lead}>
        A webhook tells your own software at once what happens to your orders, files and topics.
        {mayEdit && full && ' There are as many as there can be. Remove one to add another.'}
      </p>
      <Panel label="Webhooks" flush>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <Skeleton height={180} radius={10} role="status" aria-label="Loading webhooks" />}
        {data && webhooks.length === 0 && (
          <EmptyState
            icon="arrowRight"
            title="No webhooks yet"
            action={
              mayAdd && (
                <Button variant="default" size="xs" onClick={add}>
                  Add the first webhook
                </Button>
              )
            }
          >
            With a webhook your software need not ask again and again: when an order changes its status, a version is
            approved or somebody comments, a signed message is sent to it. What does not arrive is sent again for three
            days.
          </EmptyState>
        )}
        {webhooks.length > 0 && <WebhookTable webhooks={webhooks} opens={mayEdit} />}
      </Panel>
      {adding && data && <AddDialog types={data.data.types} onClose={() => setAdding(false)} />}
    </Page>
  );
}
