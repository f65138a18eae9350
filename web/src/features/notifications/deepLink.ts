import type { Message } from '@/api/generated';

/** Returns the address that a notification links to (SH-203, SH-204). */
export function deepLink({ target, targetId }: Message['data']): string {
  const order = `/orders/detail/${targetId.cardId}`;
  if (target !== 'attachment-annotation' || !targetId.attachmentId) return order;
  const query = new URLSearchParams();
  if (targetId.versionId) query.set('versionId', targetId.versionId);
  if (targetId.commentId) query.set('commentId', targetId.commentId);
  if (targetId.public !== undefined) query.set('public', String(targetId.public));
  const search = query.toString();
  return `${order}/attachments/${targetId.attachmentId}${search && `?${search}`}`;
}
