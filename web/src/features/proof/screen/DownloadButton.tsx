import { Icon } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';

interface Props {
  percent: number | null;
  /** Absent while there is no file. */
  onDownload: (() => void) | undefined;
}

/** 'Download Proof' (BD-214); while it is made, how far it is. */
export function DownloadButton({ percent, onDownload }: Props) {
  return (
    <BusyButton
      size="xs"
      variant="default"
      busy={percent !== null}
      leftSection={<Icon name="download" size={14} />}
      disabled={!onDownload}
      onClick={() => onDownload?.()}
    >
      {percent === null ? 'Download Proof' : `Download Proof ${percent}%`}
    </BusyButton>
  );
}
