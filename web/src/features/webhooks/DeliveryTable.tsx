import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { WebhookDelivery, WebhookDeliveryState } from '@/api/webhooks';
import { dateTime } from '@/lib/dates';
import { plural } from '@/lib/text';
import { useNow } from '@/lib/useNow';
import shared from '@/shared/billing/billing.module.css';
import { BusyButton } from '@/ui/BusyButton';
import { ScrollRegion } from '@/ui/ScrollRegion';
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
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const now = useNow(10_000);
  const next = ({ nextAt }: WebhookDelivery) => {
    if (paused) return 'When it is resumed';
    // What was due before now waits for an earlier message about its order, or for its place among the others.
    return nextAt && new Date(nextAt) > now ? dateTime(nextAt) : 'In its turn';
  };
  const again = (delivery: WebhookDelivery) =>
    state === 'failed' && (
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
  if (narrow) {
    return (
      <ul className={`${shared.cards} ${classes.cards}`} aria-label="Messages">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span className={classes.wide}>
              <Event delivery={delivery} />
              <span className={shared.rest}>
                <span>
                  <When delivery={delivery} /> · <OrderLink id={delivery.order} />
                </span>
                <span>
                  {[plural(delivery.tries, 'try', 'tries'), outcomeWords(delivery)].filter(Boolean).join(' · ')}
                </span>
                {state === 'waiting' && <span>Next try: {next(delivery)}</span>}
              </span>
            </span>
            {again(delivery)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Messages, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Since</th>
            <th scope="col">Order</th>
            <th scope="col" data-number>
              Tries
            </th>
            <th scope="col">Last answer</th>
            {state === 'waiting' && <th scope="col">Next try</th>}
            {state === 'failed' && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <th scope="row">
                <Event delivery={delivery} />
              </th>
              <td>
                <When delivery={delivery} />
              </td>
              <td>
                <OrderLink id={delivery.order} />
              </td>
              <td data-number>{delivery.tries}</td>
              <td>
                {outcomeWords(delivery)}
                {delivery.triedAt && <span className={shared.more}>{dateTime(delivery.triedAt)}</span>}
              </td>
              {state === 'waiting' && <td>{next(delivery)}</td>}
              {state === 'failed' && <td data-action>{again(delivery)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Event({ delivery: { type, position } }: { delivery: WebhookDelivery }) {
  return (
    <span>
      <span className={classes.name}>{typeWords(type)}</span>
      <span className={shared.more}>
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
