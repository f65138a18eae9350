import { Button } from '@mantine/core';
import { Icon } from '@/ui';

/** 'Download Proof' (BD-214). */
export function DownloadButton({ busy, onDownload }: { busy: boolean; onDownload: () => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={14} />}
      onClick={onDownload}
    >
      Download Proof
    </Button>
  );
}
