import { baseApi } from '../request/base';
import type { ProofChange, ReviewType } from '../generated';
import { order, proof } from '../live/tags';

/**
 * The timeout in ms of the completion. The server reads and copies the whole file before it
 * answers, which takes long for 2 GB.
 */
const completionMs = 15 * 60_000;

/** The screen on which the upload started. */
export type UploadFrom = 'detail' | 'create' | 'proof';

/** The record of a file (SH-276). The server makes the thumbnail itself. */
export type FileRecord = { name: string; type: string; size: number; key: string; reviewType: ReviewType };

type Completion = {
  orderId: string;
  /** The attachment that gets a new version. */
  attachmentId?: string;
  file: FileRecord;
  from: UploadFrom;
  /** The same key for every attempt, so that the file is attached once (D-31). */
  key: string;
};

export const uploadApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Turns an uploaded file into an attachment or a version, with the required headers (SH-292).
     */
    completeUpload: build.mutation<{ message: string; data: ProofChange }, Completion>({
      query: ({ orderId, attachmentId, file, from, key }) => ({
        url: `/upload/${attachmentId ? 'attachment-version' : 'attachment'}/${encodeURIComponent(attachmentId ?? orderId)}`,
        method: 'PUT',
        body: file,
        timeout: completionMs,
        headers: {
          'Idempotency-Key': key,
          'X-File-Timeline-Record': 'true',
          'X-File-Attachment-Record': file.reviewType,
          'X-Upload-From': from,
        },
      }),
      invalidatesTags: (_data, _error, { orderId, attachmentId }) =>
        attachmentId ? proof(orderId, attachmentId) : order(orderId),
    }),
  }),
});
