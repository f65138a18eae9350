import { Link } from 'react-router';
import type { ProjectionStatus } from '@/api/desk';
import { dateTime } from '@/lib/format/dates';
import { Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';
import { count } from './words';

/**
 * Lists streams that are parked because one of their events could not be applied. Each links to a
 * page that says why (BY-017).
 */
export function ParkedStreams({ projections }: { projections: ProjectionStatus[] }) {
  return (
    <Panel title="Parked streams" flush>
      <ul className={classes.jobs}>
        {projections.flatMap(({ name, parked }) =>
          parked.map((stream) => (
            <li key={name + stream.stream}>
              <Link className={classes.parked} to={`/operations/${name}/${stream.stream}`}>
                <Icon name="alert" size={16} />
                <span className={classes.jobName}>
                  {stream.type} in {name}
                  <span className={`${classes.quiet} tabular`}>
                    event {count(stream.position)} · since {dateTime(stream.since)}
                  </span>
                </span>
                <code>{stream.error}</code>
                <span className={classes.go}>Autopsy</span>
              </Link>
            </li>
          )),
        )}
      </ul>
    </Panel>
  );
}
