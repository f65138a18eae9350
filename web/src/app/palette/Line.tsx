import { Icon, StatusBadge } from '@/ui';
import { Keys } from '@/ui/keys/Keys';
import type { Entry, KnownOrder } from './entries';
import classes from './palette.module.css';

type Props = {
  id: string;
  entry: Entry;
  active: boolean;
  onActive: () => void;
  onChoose: (newTab: boolean) => void;
};

/** A line of the palette. The field keeps the focus. */
export function Line({ id, entry: { label, icon, keys, order }, active, onActive, onChoose }: Props) {
  return (
    // The field has the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.line}
      onMouseDown={(event) => event.preventDefault()}
      // Lines that scroll below a resting pointer are not chosen.
      onPointerMove={() => active || onActive()}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
    >
      <Icon name={icon} size={16} />
      {order ? <OrderWords order={order} /> : <span className={classes.label}>{label}</span>}
      {keys && <Keys keys={keys} />}
    </div>
  );
}

function OrderWords({ order }: { order: KnownOrder }) {
  const { orderId, orderName, company, client, serviceName, status, archived } = order;
  const about = [company?.name || client, serviceName].filter(Boolean).join(' · ');
  return (
    <>
      <span className={classes.label}>
        <span className={classes.number}>{orderId}</span> {orderName}
        {about && <span className={classes.about}> {about}</span>}
      </span>
      {archived ? <span className={classes.about}>Archived</span> : status && <StatusBadge status={status} quiet />}
    </>
  );
}
