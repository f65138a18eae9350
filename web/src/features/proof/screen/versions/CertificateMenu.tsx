import { Button, Menu } from '@mantine/core';
import type { Version } from '@/api';
import { useCertificate } from '@/shared/files/useCertificate';
import { Icon } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { inPlace } from '@/ui/menus';

interface Props {
  orderId: string;
  attachmentId: string;
  version: Version;
  /** Keeps the space of the certificate while there is none. */
  reserved?: boolean;
}

/**
 * Downloads the certificate of an approved version with one click. A menu beside it has the other
 * format and the page that verifies certificates (BY-023).
 */
export function CertificateMenu({ orderId, attachmentId, version, reserved = false }: Props) {
  const { download, busy } = useCertificate(orderId, attachmentId, version);
  const none = !version.can.certificate;
  if (none && !reserved) return null;
  return (
    <Button.Group aria-label="Certificate">
      <BusyButton
        size="xs"
        variant="default"
        busy={busy}
        disabled={none}
        title={none ? 'An approved version has a certificate' : undefined}
        leftSection={<Icon name="check" size={14} />}
        onClick={() => download('pdf')}
      >
        Certificate
      </BusyButton>
      <Menu position="bottom-end" width={210} {...inPlace}>
        <Menu.Target>
          <Button size="xs" variant="default" px={6} aria-label="More of the certificate" disabled={none}>
            <Icon name="chevronDown" size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" size={15} />} disabled={busy} onClick={() => download('json')}>
            Certificate as JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item component="a" href="/verify" target="_blank" rel="noopener">
            Check a certificate
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
