import type { OperationsWarning } from '@/api/desk';
import { Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';

/** Shows problems with the configuration of the server, and faults of the log that stay. */
export function Warnings({ warnings }: { warnings: OperationsWarning[] }) {
  return (
    <Panel title="Warnings" flush>
      <ul className={classes.jobs}>
        {warnings.map(({ reason, message }) => (
          <li key={reason} className={classes.warning}>
            <Icon name="alert" size={16} />
            {message}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
