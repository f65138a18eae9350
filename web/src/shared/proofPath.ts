/** Where a proof is on this site, as it is or as of a position of the log. */
export function proofPath(orderId: string, attachmentId: string, versionId?: string, asOf?: string): string {
  const base = `/orders/detail/${orderId}/attachments/${attachmentId}`;
  const path = versionId ? `${base}/versions/${versionId}` : base;
  return asOf === undefined ? path : `${path}?asOf=${encodeURIComponent(asOf)}`;
}

/** Where a version is compared with the one before it. */
export const comparePath = (orderId: string, attachmentId: string, versionId: string): string =>
  `/orders/detail/${orderId}/attachments/${attachmentId}/compare?to=${versionId}`;
