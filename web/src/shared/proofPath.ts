/** Returns the address of a proof, now or as of a position of the log. */
export function proofPath(orderId: string, attachmentId: string, versionId?: string, asOf?: string): string {
  const base = `/orders/detail/${orderId}/attachments/${attachmentId}`;
  const path = versionId ? `${base}/versions/${versionId}` : base;
  return asOf === undefined ? path : `${path}?asOf=${encodeURIComponent(asOf)}`;
}

/** Returns the address of the comparison of a version with the previous one. */
export const comparePath = (orderId: string, attachmentId: string, versionId: string): string =>
  `/orders/detail/${orderId}/attachments/${attachmentId}/compare?to=${versionId}`;
