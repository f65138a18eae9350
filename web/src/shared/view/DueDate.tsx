import { date, due } from '@/lib/format/dates';
import { dueIn } from '@/lib/format/dueIn';
import { Icon } from '@/ui';
import classes from './DueDate.module.css';

type Props = {
  at?: string;
  /** From when it is due soon. */
  soonAt?: string;
  now: Date;
  /** Finished orders are never late, so they have the date alone. */
  done?: boolean;
};

/** Says when an order is due: `due in 3 days`, amber when it is due soon and red when past (D-94). */
export function DueDate({ at, soonAt, now, done = false }: Props) {
  if (!at) return <span className={classes.due}>No due date</span>;
  const exact = date(at);
  return (
    <span className={classes.due} data-due={done ? undefined : due(at, now, soonAt)}>
      <Icon name="calendar" size={13} />
      <time dateTime={at} className="tabular" title={`Due ${exact}`}>
        {done ? exact : dueIn(at, now)}
        {!done && <span className="sr-only">, {exact}</span>}
      </time>
    </span>
  );
}
