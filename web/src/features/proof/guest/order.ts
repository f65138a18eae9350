import type { Attachment, GuestData, Order } from '@/api';

/** The order as the proof screen wants it, with nothing in it that a guest is not told. */
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
    priority: 'normal',
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

/** Guests are sent versions ascending (SH-316); the screen has the newest first. */
const newestFirst = (attachments: readonly Attachment[]): Attachment[] =>
  attachments.map((a) => ({ ...a, versions: a.versions.toReversed() }));

/** The attachment and version that the address names, else the latest version of the first attachment (SH-310). */
export function chosen(order: Order, query: URLSearchParams) {
  const all = order.attachments.customerReview.filter((a) => a.versions.length > 0);
  const attachment = all.find((a) => a.id === query.get('attachment')) ?? order.attachments.customerReview[0];
  const version = attachment?.versions.find((v) => v.id === query.get('version')) ?? attachment?.versions[0];
  return attachment && version ? { attachment, version, all } : null;
}
