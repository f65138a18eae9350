import type { ReviewType } from '@/api/generated';
import type { UploadFrom } from '@/api/proof/upload';

/**
 * The target of files: an order, which gets attachments, or one of its attachments, which gets
 * versions.
 */
export type UploadTarget = {
  orderId: string;
  reviewType: ReviewType;
  /** The attachment that gets a new version. */
  attachmentId?: string;
  from: UploadFrom;
};

export const sameTarget = (a: UploadTarget, b: UploadTarget): boolean =>
  a.orderId === b.orderId && a.attachmentId === b.attachmentId && a.reviewType === b.reviewType;
