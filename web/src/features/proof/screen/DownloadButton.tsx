import { Icon } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';

/** 'Download Proof' (BD-214); while it is made, how far it is. */
export function DownloadButton({ percent, onDownload }: { percent: number | null; onDownload: () => void }) {
  return (
    <BusyButton
      size="xs"
      variant="default"
      busy={percent !== null}
      leftSection={<Icon name="download" size={14} />}
      onClick={onDownload}
    >
      {percent === null ? 'Download Proof' : `Download Proof ${percent}%`}
    </BusyButton>
  );
}
