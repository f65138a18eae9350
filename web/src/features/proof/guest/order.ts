import type { Attachment, GuestData, Order } from '@/api';
import { usualDetails } from '@/shared/view/details';

/** Returns the order in the form of the proof screen, with only the data that a guest may see. */
export function guestOrder(data: GuestData): Order {
  const attachments = { customerReview: newestFirst(data.attachments), suppliedFiles: [], internalReview: [] };
  return {
    id: data.orderId,
    orderId: data.orderNumber,
    orderName: data.orderName,
    status: data.orderStatus,
    progress: data.orderStatus,
    orderStateStatus: 'IN_REVIEW',
    client: '',
    company: { name: '' },
    packageName: '',
    serviceName: '',
    brief: '',
    ...usualDetails,
    references: [],
    payg: false,
    workTime: { paused: true },
    createdAt: '',
    updatedAt: '',
    creator: { id: '', name: '', avatar: '' },
    collaborators: [],
    frozen: data.orderIsFrozen,
    archived: false,
    locked: false,
    attachments,
    downloadWithWatermark: { watermarkFile: '', isDownloadWithWatermark: false, isDarkBackground: false },
    reviewActions: [],
    allowedStatuses: [],
    allowedActions: [],
    can: {
      play: false,
      pause: false,
      editDetails: false,
      assign: false,
      collaborate: false,
      watermark: false,
      deleteAttachment: false,
      comment: true,
      upload: [],
    },
    version: 0,
    position: data.position,
  };
}

/**
 * The server sends guests the versions in ascending order (SH-316); the screen shows the newest
 * first.
 */
const newestFirst = (attachments: readonly Attachment[]): Attachment[] =>
  attachments.map((a) => ({ ...a, versions: a.versions.toReversed() }));

/**
 * Returns the attachment and version that the address names, or else the latest version of the
 * first attachment (SH-310).
 */
export function chosen(order: Order, query: URLSearchParams) {
  const all = order.attachments.customerReview.filter((a) => a.versions.length > 0);
  const attachment = all.find((a) => a.id === query.get('attachment')) ?? order.attachments.customerReview[0];
  const version = attachment?.versions.find((v) => v.id === query.get('version')) ?? attachment?.versions[0];
  return attachment && version ? { attachment, version, all } : null;
}
