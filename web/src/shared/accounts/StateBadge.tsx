import type { MemberState } from '@/api/people';
import classes from './people.module.css';

const words: Record<MemberState, string> = { invited: 'Invited', active: 'Active', deactivated: 'Deactivated' };

/** Says whether a person can sign in. */
export function StateBadge({ state }: { state: MemberState }) {
  return (
    <span className={classes.badge} data-state={state}>
      {words[state]}
    </span>
  );
}
