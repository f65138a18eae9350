import type { Autopsy, TableRow } from '@/api/desk';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';
import { count } from './words';

/** Shows the smallest prefix of the stream that fails. Its last event causes the failure. */
export function Prefix({ found: { prefix, length } }: { found: Autopsy }) {
  const hidden = length - prefix.length;
  return (
    <Panel title="Smallest prefix that fails" aside={<span className={classes.quiet}>{plural(length, 'event')}</span>}>
      {hidden > 0 && <p className={classes.quiet}>The first {count(hidden)} are not shown.</p>}
      <ol className={classes.prefix}>
        {prefix.map((event, i) => (
          <li key={event.position} data-blamed={i === prefix.length - 1 || undefined}>
            <details open={i === prefix.length - 1}>
              <summary>
                <span className="tabular">{count(event.position)}</span>
                <strong>{event.type}</strong>
                <span className={classes.quiet}>
                  version {event.version} · {dateTime(event.at)}
                  {event.skipped && ' · left out'}
                </span>
              </summary>
              <pre className={classes.json}>
                {event.data ? JSON.stringify(event.data, null, 2) : 'It cannot be decoded.'}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Shows the rows that the prefix without its last event produces in empty tables. */
export function State({ rows }: { rows: TableRow[] }) {
  return (
    <Panel title="State before it" aside={<span className={classes.quiet}>{plural(rows.length, 'row')}</span>}>
      {rows.length === 0 && (
        <EmptyState small icon="info" title="No rows">
          The events before it leave nothing in the projection’s tables.
        </EmptyState>
      )}
      {rows.map((row, i) => (
        <details key={i} className={classes.affected} open={rows.length === 1}>
          <summary>{row.table}</summary>
          <pre className={classes.json}>{JSON.stringify(row.row, null, 2)}</pre>
        </details>
      ))}
    </Panel>
  );
}
