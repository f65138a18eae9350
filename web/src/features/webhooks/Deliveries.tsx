import { useSearchParams } from 'react-router';
import {
  useReplayWebhookDeliveriesMutation,
  useWebhookDeliveryPagesInfiniteQuery,
  type WebhookDeliveryState,
  type WebhookEndpoint,
} from '@/api/webhooks';
import { plural } from '@/lib/format/text';
import { PagedList } from '@/shared/billing/PagedList';
import { Tabs } from '@/shared/billing/Tabs';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, EmptyState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { DeliveryTable } from './DeliveryTable';
import classes from './webhooks.module.css';

const states: WebhookDeliveryState[] = ['failed', 'waiting', 'delivered'];

const empty: Record<WebhookDeliveryState, { title: string; text: string }> = {
  failed: {
    title: 'Nothing failed',
    text: 'What could not be delivered for three days is listed here for 30 days, and can be sent again.',
  },
  waiting: { title: 'Nothing waits', text: 'What is sent next, or once more after a failure, is listed here.' },
  delivered: { title: 'Nothing was delivered in the last 7 days', text: 'What has arrived is listed here.' },
};

/** What was sent to a webhook, or is to be sent. */
export function Deliveries({ webhook }: { webhook: WebhookEndpoint }) {
  const { id: endpointId, failed, waiting } = webhook;
  const [search] = useSearchParams();
  const state = states.find((one) => one === search.get('state')) ?? 'failed';
  const query = useWebhookDeliveryPagesInfiniteQuery({ endpointId, state }, { refetchOnMountOrArgChange: true });
  const [call, { isLoading, originalArgs }] = useReplayWebhookDeliveriesMutation();
  const labels: Record<WebhookDeliveryState, string> = {
    failed: `Failed (${failed.toLocaleString('en')})`,
    waiting: `Waiting (${waiting.toLocaleString('en')})`,
    delivered: 'Delivered',
  };

  const replay = async (ids: string[]) => {
    if (isLoading) return;
    try {
      toastSuccess((await call({ endpointId, webhookDeliveriesReplay: { ids } }).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
  };
  const replayAll = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Send ${plural(failed, 'failed delivery', 'failed deliveries')} again?`,
      message: 'They are sent with the ids that they have, and tried for another three days.',
      accept: 'Send all again',
    });
    if (agreed) await replay([]);
  };
  const sending = isLoading ? originalArgs?.webhookDeliveriesReplay.ids : undefined;
  return (
    <Panel label="Deliveries" flush>
      <div className={classes.bar}>
        <Tabs
          label="Deliveries by state"
          tabs={states.map((one) => ({ to: `?state=${one}`, label: labels[one], current: one === state }))}
        />
        {state === 'failed' && failed > 0 && (
          <BusyButton
            variant="default"
            size="xs"
            busy={sending?.length === 0}
            onClick={() => void (isLoading || replayAll())}
          >
            Send all again
          </BusyButton>
        )}
      </div>
      <PagedList
        key={state}
        // The deliveries of another state are not shown under this one's name.
        query={{ ...query, data: query.currentData }}
        noun="message"
        empty={
          <EmptyState small icon={state === 'failed' ? 'check' : 'info'} title={empty[state].title}>
            {empty[state].text}
          </EmptyState>
        }
      >
        {(deliveries) => (
          <DeliveryTable
            deliveries={deliveries}
            state={state}
            paused={webhook.state === 'paused'}
            sending={sending?.[0]}
            onReplay={(id) => void replay([id])}
          />
        )}
      </PagedList>
    </Panel>
  );
}
