import { Link } from 'react-router';
import type { LeftOut as Left } from '@/api/generated';
import { plural } from '@/lib/format/text';
import classes from './machine.module.css';

/** The most orders that are listed by name. */
const most = 5;

/** Lists the orders that a past board leaves out because one of their events cannot be read. */
export function LeftOut({ orders }: { orders: readonly Left[] }) {
  if (orders.length === 0) return null;
  const [verb, whose] = orders.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return (
    <div className={classes.leftOut} role="status">
      <p>
        {plural(orders.length, 'order')} {verb} not on this board, because one of {whose} events cannot be read. An
        operator of the product can skip it on the <Link to="/operations">operations page</Link>.
      </p>
      <ul>
        {orders.slice(0, most).map(({ id, position }) => (
          <li key={id}>
            <Link to={`/orders/detail/${id}`}>An order</Link>, event {position}
          </li>
        ))}
        {orders.length > most && <li>and {orders.length - most} more</li>}
      </ul>
    </div>
  );
}
