import { date, due } from '@/lib/format/dates';
import { Icon } from '@/ui';
import classes from './DueDate.module.css';

const words = { none: '', later: 'Due', soon: 'Due soon:', past: 'Overdue:' } as const;

/**
 * The due date. It is amber from two days before and red when past. Finished orders are never late.
 */
export function DueDate({ at, now, done = false }: { at?: string; now: Date; done?: boolean }) {
  const state = done ? 'later' : due(at, now);
  if (!at || state === 'none') return <span className={classes.due}>No due date</span>;
  return (
    <span className={classes.due} data-due={state}>
      <Icon name="calendar" size={13} />
      <span className="sr-only">{words[state]} </span>
      <time
        dateTime={at}
        className="tabular"
        title={state === 'later' ? `Due ${date(at)}` : `${words[state]} ${date(at)}`}
      >
        {date(at)}
      </time>
    </span>
  );
}
