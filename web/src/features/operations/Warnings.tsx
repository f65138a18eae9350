import type { OperationsWarning } from '@/api/desk';
import { Icon } from '@/ui';
import { Panel } from '@/ui/Panel';
import classes from './operations.module.css';

/** Shows problems with the configuration of the server. */
export function Warnings({ warnings }: { warnings: OperationsWarning[] }) {
  return (
    <Panel title="Configuration" flush>
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
