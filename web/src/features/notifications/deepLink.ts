import type { Message } from '@/api/generated';

/** Returns the address that a notification links to (SH-203, SH-204). */
export function deepLink({ target, targetId }: Message['data']): string {
  const order = `/orders/detail/${targetId.cardId}`;
  const query = new URLSearchParams();
  if (targetId.versionId) query.set('versionId', targetId.versionId);
  if (targetId.commentId) query.set('commentId', targetId.commentId);
  if (targetId.public !== undefined) query.set('public', String(targetId.public));
  const search = query.toString();
  const proof = target === 'attachment-annotation' && targetId.attachmentId;
  return (proof ? `${order}/attachments/${proof}` : order) + (search && `?${search}`);
}
