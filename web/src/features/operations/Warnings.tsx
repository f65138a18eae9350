import type { OperationsWarning } from '@/api/desk';
import { Icon } from '@/ui';
import { Panel } from '@/ui/Panel';
import classes from './operations.module.css';

/** What is wrong with how the server is configured. */
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
