import type { Workflow } from '@/api/approvals';
import { phaseLabel } from './words';
import classes from './workflows.module.css';

/** The state of a workflow, and whether new orders get it. */
export function Badges({ workflow: { phase, chosen } }: { workflow: Pick<Workflow, 'phase' | 'chosen'> }) {
  return (
    <>
      <span className={classes.badge} data-state={phase}>
        {phaseLabel(phase)}
      </span>
      {chosen && (
        <span className={classes.badge} data-state="chosen">
          Used for new orders
        </span>
      )}
    </>
  );
}
