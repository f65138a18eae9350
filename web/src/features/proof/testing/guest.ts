import type { GuestData } from '@/api';
import { attachment, older, uuid, version } from './fixtures';

export const guestVersion = version({
  can: {
    approve: true,
    revise: true,
    delete: true,
    seeChecked: false,
    certificate: false,
    annotatePublic: true,
    annotateInternal: false,
  },
});
const guestOlder = { ...older, can: guestVersion.can };

export const guestData = (more: Partial<GuestData> = {}): GuestData => ({
  orderId: uuid(1),
  theme: { brand: '#2563eb', name: 'Northlight Studio' },
  orderNumber: 'PB-1042',
  orderName: 'Harvest label',
  orderStatus: 'in-review',
  orderIsFrozen: false,
  guestName: 'Vera Visitor',
  guestEmail: 'vera@example.com',
  guestId: uuid(200),
  guestAvatar: '',
  guestMessage: 'Is the green right?',
  inviter: { name: 'Olivia Hart', avatar: '' },
  attachments: [
    // Attachments newest first, each with its versions ascending, as the server sends them to
    // guests.
    attachment({ id: uuid(20), name: 'Back label', versions: [guestOlder, guestVersion] }),
    attachment({ versions: [version({ id: uuid(21), fileName: 'front.png', can: guestVersion.can })] }),
  ],
  timeZone: { label: 'UTC+08:00', offset: 480 },
  expiresAt: '2099-01-01T00:00:00Z',
  position: 1,
  ...more,
});
