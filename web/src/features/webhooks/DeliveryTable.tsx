import { Link } from 'react-router';
import type { WebhookDelivery, WebhookDeliveryState } from '@/api/webhooks';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { useNow } from '@/lib/hooks/useNow';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import { outcomeWords, typeWords } from './words';
import classes from './webhooks.module.css';

type Props = {
  deliveries: WebhookDelivery[];
  state: WebhookDeliveryState;
  /** Set if nothing is sent until the webhook is resumed. */
  paused: boolean;
  /** The delivery that is just being sent again. */
  sending?: string;
  onReplay: (id: string) => void;
};

/** Deliveries as a table, or as stacked rows on a narrow screen. */
export function DeliveryTable({ deliveries, state, paused, sending, onReplay }: Props) {
  const now = useNow(10_000);
  const next = ({ nextAt }: WebhookDelivery) => {
    if (paused) return 'When it is resumed';
    // What was due before now waits for an earlier message about its order, or for its place among the others.
    return nextAt && new Date(nextAt) > now ? dateTime(nextAt) : 'In its turn';
  };
  const again = (delivery: WebhookDelivery) => (
    <BusyButton
      variant="subtle"
      size="compact-sm"
      busy={sending === delivery.id}
      aria-label={`Send again: ${typeWords(delivery.type)}, position ${delivery.position.toLocaleString('en')}`}
      onClick={() => onReplay(delivery.id)}
    >
      Send again
    </BusyButton>
  );
  return (
    <DataTable
      label="Messages"
      className={classes.rows}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Event',
          cell: (delivery) => <Event delivery={delivery} />,
          stacked: (delivery) => (
            <span className={classes.wide}>
              <Event delivery={delivery} />
              <span className={parts.rest}>
                <span>
                  <When delivery={delivery} /> · <OrderLink id={delivery.order} />
                </span>
                <span>
                  {[plural(delivery.tries, 'try', 'tries'), outcomeWords(delivery)].filter(Boolean).join(' · ')}
                </span>
                {state === 'waiting' && <span>Next try: {next(delivery)}</span>}
              </span>
            </span>
          ),
        },
        { head: 'Since', cell: (delivery) => <When delivery={delivery} /> },
        { head: 'Order', cell: ({ order }) => <OrderLink id={order} /> },
        { head: 'Tries', kind: 'number', cell: ({ tries }) => tries },
        {
          head: 'Last answer',
          cell: (delivery) => (
            <>
              {outcomeWords(delivery)}
              {delivery.triedAt && <span className={parts.more}>{dateTime(delivery.triedAt)}</span>}
            </>
          ),
        },
        state === 'waiting' && { head: 'Next try', cell: next },
        state === 'failed' && { head: 'Actions', kind: 'action', cell: again },
      ]}
      rest={() => null}
    />
  );
}

function Event({ delivery: { type, position } }: { delivery: WebhookDelivery }) {
  return (
    <span>
      <span className={classes.name}>{typeWords(type)}</span>
      <span className={parts.more}>
        {type} · position {position.toLocaleString('en')}
      </span>
    </span>
  );
}

function When({ delivery: { at } }: { delivery: WebhookDelivery }) {
  return <time dateTime={at}>{dateTime(at)}</time>;
}

/** Deliveries have no name of an order, only its id, of which the beginning tells orders apart. */
function OrderLink({ id }: { id: string }) {
  return (
    <Link to={`/orders/detail/${id}`} title={id} className={classes.order}>
      Order {id.slice(0, 8)}
    </Link>
  );
}
