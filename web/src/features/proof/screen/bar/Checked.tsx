import type { Version } from '@/api';
import { changesSince } from '@/shared/command/stale';
import { Icon } from '@/ui';
import classes from '../styles/screen.module.css';

/** Shows the 'Checked' badge (BD-168, BD-213) and what makes it stale (BY-030, D-15). */
export function Checked({ version }: { version: Version }) {
  const since = changesSince(version);
  return (
    <>
      {version.can.seeChecked && version.isInternalApproved && (
        <span className={classes.checked} data-stale={since !== '' || undefined}>
          <Icon name="check" size={13} />
          Checked
        </span>
      )}
      {since && (
        <span className={classes.cleared} title={`Since it was checked: ${since}`}>
          Stale: {since}
        </span>
      )}
      {version.approvalCleared && <span className={classes.cleared}>Approval cleared: the file changed</span>}
    </>
  );
}
