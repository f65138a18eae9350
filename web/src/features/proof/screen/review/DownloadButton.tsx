import { Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from '../styles/screen.module.css';

interface Props {
  percent: number | null;
  /** Undefined while there is no file. */
  onDownload: (() => void) | undefined;
}

/** 'Download Proof' (BD-214). The progress is a line below the label, so that no button moves. */
export function DownloadButton({ percent, onDownload }: Props) {
  const run = percent === null ? onDownload : undefined;
  useShortcuts(run ? [{ what: 'Download Proof', icon: 'download', group: 'Viewing the proof', run }] : []);
  return (
    <BusyButton
      size="xs"
      variant="default"
      busy={percent !== null}
      className={classes.download}
      style={{ '--made': `${percent ?? 0}%` }}
      leftSection={<Icon name="download" size={14} />}
      disabled={!onDownload}
      onClick={() => onDownload?.()}
    >
      Download Proof {percent !== null && <span className="sr-only">{percent}%</span>}
    </BusyButton>
  );
}
