import { date, due } from '@/lib/format/dates';
import { Icon } from '@/ui';
import classes from './DueDate.module.css';

const words = { none: '', later: 'Due', soon: 'Due soon:', past: 'Overdue:' } as const;

type Props = {
  at?: string;
  now: Date;
  /** Finished orders are never late. */
  done?: boolean;
  /** What is said in place of the date. */
  text?: string;
};

/** The due date. It is amber from two days before and red when past. */
export function DueDate({ at, now, done = false, text }: Props) {
  const state = done ? 'later' : due(at, now);
  if (!at || state === 'none') return <span className={classes.due}>No due date</span>;
  return (
    <span className={classes.due} data-due={state}>
      <Icon name="calendar" size={13} />
      {!text && <span className="sr-only">{words[state]} </span>}
      <time
        dateTime={at}
        className="tabular"
        title={state === 'later' ? `Due ${date(at)}` : `${words[state]} ${date(at)}`}
      >
        {text ?? date(at)}
      </time>
    </span>
  );
}
