import { Menu } from '@mantine/core';
import type { Version } from '@/api';
import { Icon } from '@/ui';
import { staleWords } from '../command/stale';
import { useCertificate } from './useCertificate';

interface Props {
  orderId: string;
  attachmentId: string;
  version: Version;
}

/** The menu items for an approval's certificate: as PDF, as JSON, and the page that verifies it. */
export function CertificateItems({ orderId, attachmentId, version }: Props) {
  const stale = staleWords(version);
  const { download, busy } = useCertificate(orderId, attachmentId, version);
  return (
    <>
      {stale && <Menu.Label>Stale approval: {stale}</Menu.Label>}
      <Menu.Item leftSection={<Icon name="download" size={15} />} disabled={busy} onClick={() => download('pdf')}>
        Certificate as PDF
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="download" size={15} />} disabled={busy} onClick={() => download('json')}>
        Certificate as JSON
      </Menu.Item>
    </>
  );
}
