import type { AnnotationChange, Version } from '@/api';
import { plural } from '@/lib/text';
import { Icon } from '@/ui';
import classes from './screen.module.css';

const words: Record<AnnotationChange['what'], (count: number) => string> = {
  opened: (n) => `${plural(n, 'comment', 'comments')} opened`,
  edited: (n) => `${plural(n, 'comment', 'comments')} edited`,
  moved: (n) => `${plural(n, 'mark', 'marks')} moved`,
  reopened: (n) => `${plural(n, 'comment', 'comments')} reopened`,
  deleted: (n) => `${plural(n, 'comment', 'comments')} deleted`,
};

/** What changed on a version after it was checked, in words; '' when nothing did (BY-030). */
export const changesSince = ({ changedSince = [] }: Pick<Version, 'changedSince'>): string =>
  changedSince.map(({ what, count }) => words[what](count)).join(', ');

/** The 'Checked' badge (BD-168, BD-213), and what makes it stale (BY-030, D-15). */
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
