import { Button, Menu } from '@mantine/core';
import type { Version } from '@/api';
import { CertificateItems } from '@/orders/CertificateItems';
import { certifiable } from '@/orders/useCertificate';
import { Icon } from '@/ui';

interface Props {
  orderId: string;
  attachmentId: string;
  version: Version;
}

/** The certificate of an approved version, and the page that checks one (BY-023). */
export function CertificateMenu(props: Props) {
  if (!certifiable(props.version)) return null;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="check" size={14} />}>
          Certificate
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CertificateItems {...props} />
        <Menu.Divider />
        <Menu.Item component="a" href="/verify" target="_blank" rel="noopener">
          Check a certificate
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
