import { useState } from 'react';
import { apiError, sentence } from '@/api/envelope';
import {
  type ReviewType,
  useCompleteUploadMutation,
  useUnlockOrderMutation,
  useUploadTokenMutation,
} from '@/api/generated';
import { checkFiles, postForm, tokenName } from '@/lib/upload';
import { toast, uploadToast } from '@/ui';

export type UploadTarget =
  | { kind: 'attachment'; orderId: string; reviewType: ReviewType }
  | { kind: 'attachment-version'; orderId: string; attachmentId: string };

/** What an upload that failed half-way says; the order is unlocked then (SH-293, SH-294). */
const failed = {
  title: 'Failed',
  message: 'Something went wrong, the order maybe locked. Please contact administrator to unlock the order!',
};

/** Sends files in three steps: a token, the form to the store with progress, and making it part of the order. */
export function useUpload() {
  const [token] = useUploadTokenMutation();
  const [complete] = useCompleteUploadMutation();
  const [unlock] = useUnlockOrderMutation();
  const [running, setRunning] = useState(0);

  const one = async (target: UploadTarget, file: File, idx: number): Promise<boolean> => {
    const { kind, orderId } = target;
    const id = kind === 'attachment' ? orderId : target.attachmentId;
    const toastId = crypto.randomUUID();
    const record = { name: file.name, type: file.type || 'application/octet-stream', size: file.size };
    const show = (state: 'uploading' | 'success' | 'fail', percentCompleted: number, message?: string) =>
      uploadToast({ fileName: file.name, fileSize: file.size, percentCompleted, message, idx, toastId, state });

    const granted = await token({ kind, id, uploadRequest: { ...record, name: tokenName(file.name) } });
    if (!granted.data) {
      toast({ type: 'DANGER', title: 'Failed', message: sentence(apiError(granted.error)) });
      return false;
    }
    try {
      show('uploading', 0);
      await postForm(granted.data.data, file, (percent) => show('uploading', percent));
      const key = granted.data.data.fields['key'] ?? '';
      const reviewType = kind === 'attachment' ? target.reviewType : undefined;
      await complete({ kind, id, uploadedFile: { ...record, key, reviewType } }).unwrap();
      show('success', 100, 'Uploaded');
      return true;
    } catch (error) {
      const refused = apiError(error);
      show('fail', 100, refused.reason ? sentence(refused) : 'There was a problem uploading your file.');
      toast({ type: 'DANGER', ...failed });
      await unlock({ orderId });
      return false;
    }
  };

  const upload = async (target: UploadTarget, files: File[]): Promise<boolean> => {
    const problem = checkFiles(files);
    if (problem) {
      toast({ type: 'WARNING', ...problem });
      return false;
    }
    setRunning((n) => n + 1);
    let all = true;
    for (const [idx, file] of files.entries()) all = (await one(target, file, idx)) && all;
    setRunning((n) => n - 1);
    return all;
  };

  return { upload, busy: running > 0 };
}
