import { useEffect } from 'react';
import { Link } from 'react-router';
import { useMe } from '@/api/hooks';
import { useSlotsQuery } from '@/api/shell';
import { shortDate } from '@/lib/format/dates';
import { slotsTaken } from '@/lib/format/slots';
import { useNow } from '@/lib/hooks/useNow';
import { closedShop, mayBuy } from '@/shared/cart/buying';
import { Icon } from '@/ui';
import classes from './FullSlots.module.css';

type Props = {
  /** The order whose account is meant; the user's own account without it. */
  orderId?: string;
  /** Set for an order that waits in the queue already. */
  waits?: boolean;
  className?: string;
  /** Is called when a slot has become free. */
  onFree?: () => void;
};

/** Says that all slots are taken, when an order is likely to start, and what helps. It shows nothing while one is free. */
export function FullSlots({ orderId, waits = false, className = '', onFree }: Props) {
  const me = useMe();
  const now = useNow();
  const { data } = useSlotsQuery({ orderId }, { refetchOnMountOrArgChange: true });
  const { maximum = -1, active = 0, place = 1, startsAt } = data?.data ?? {};
  const free = data !== undefined && (maximum < 0 || active < maximum);
  useEffect(() => {
    if (free) onFree?.();
  }, [free, onFree]);
  if (!data || free) return null;
  const own = me?.role === 'owner' || me?.role === 'staff';
  return (
    <div className={`${classes.full} ${className}`} role="status">
      <Icon name="clock" size={16} />
      <p>
        <strong>
          {slotsTaken(maximum)}: this {waits ? 'is' : 'will be'} number {place}.
        </strong>{' '}
        It starts by itself once a slot is free
        {startsAt && `, likely around ${shortDate(startsAt, now)} at the pace of the last 60 days`}.
      </p>
      {own && (
        <p className={classes.ways}>
          <Link to="/work">See what you can finish</Link>
          {me && mayBuy(me) && !closedShop(me) && <Link to="/retail">Buy a slot</Link>}
        </p>
      )}
    </div>
  );
}
