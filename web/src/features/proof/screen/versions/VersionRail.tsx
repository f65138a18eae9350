import { Link } from 'react-router';
import type { Attachment } from '@/api';
import { date } from '@/lib/format/dates';
import { MakeAgain } from '@/shared/files/MakeAgain';
import { VersionPicture } from '@/shared/files/VersionPicture';
import type { Reload } from '@/shared/files/versionLink';
import { staleWords } from '@/shared/command/stale';
import { Icon } from '@/ui';
import { useProofSource } from '../../source';
import { versionLabel } from './rules';
import classes from '../styles/screen.module.css';

interface Props {
  orderId: string;
  attachment: Attachment;
  current: string;
  asOf?: string;
  reload: Reload;
}

/**
 * Lists the versions of the proof, newest first, each with 'file name - version' and its date
 * (BD-154, BD-222).
 */
export function VersionRail({ orderId, attachment, current, asOf, reload }: Props) {
  const { path } = useProofSource();
  return (
    <ol>
      {attachment.versions.map((version) => {
        const open = version.topics.public + version.topics.internal;
        const stale = staleWords(version);
        return (
          <li key={version.id}>
            <Link
              to={path(orderId, attachment.id, version.id, asOf)}
              replace
              className={classes.thumb}
              aria-current={version.id === current ? 'true' : undefined}
              title={versionLabel(version)}
            >
              <span className={classes.picture}>
                <VersionPicture name={version.fileName} version={version} reload={reload} icon={24} />
                <span className={classes.number}>v{version.version}</span>
                {version.can.seeChecked && (version.isInternalApproved || version.approvalCleared) && (
                  <span
                    className={classes.tick}
                    title={stale ? `Checked; since then: ${stale}` : 'Checked'}
                    data-stale={stale !== '' || undefined}
                  >
                    <Icon name={stale ? 'alert' : 'check'} size={12} />
                    <span className="sr-only">{stale ? 'Checked, stale' : 'Checked'}</span>
                  </span>
                )}
                {open > 0 && (
                  <span className={classes.open}>
                    {open}
                    <span className="sr-only"> open comments</span>
                  </span>
                )}
              </span>
              <span className={classes.file}>{versionLabel(version)}</span>
              <time dateTime={version.createdAt}>{date(version.createdAt)}</time>
            </Link>
            <MakeAgain orderId={orderId} attachmentId={attachment.id} version={version} />
          </li>
        );
      })}
    </ol>
  );
}
