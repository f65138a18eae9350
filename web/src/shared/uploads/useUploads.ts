import { useSyncExternalStore } from 'react';
import { type ApiError, apiError, sentence, useApiDispatch } from '@/api';
import { api } from '@/api/tags';
import { uploadApi } from '@/api/upload';
import { checkFiles, postForm } from '@/lib/upload';
import { hideToast, toast, uploadToast } from '@/ui';
import { type Steps, type Told, type Transfer, Transfers, type UploadTarget } from './transfers';

type Dispatch = ReturnType<typeof useApiDispatch>;

/** The message of an upload that failed. The order is then unlocked (SH-293, SH-294). */
const failed = {
  title: 'Failed',
  message: 'Something went wrong, the order maybe locked. Please contact administrator to unlock the order!',
};

/** The progress text while a file is removed from the store (SH-298). */
export const removing = 'Please wait. Your file is in removing...';

function stepsOf(dispatch: Dispatch): Steps {
  const { uploadToken, unlockOrder, removeUpload } = api.endpoints;
  return {
    token: async ({ orderId, attachmentId }, uploadRequest) => {
      const kind = attachmentId ? 'attachment-version' : 'attachment';
      const id = attachmentId ?? orderId;
      return (await dispatch(uploadToken.initiate({ kind, id, uploadRequest })).unwrap()).data;
    },
    send: postForm,
    complete: async ({ orderId, attachmentId, from }, file, key) => {
      await dispatch(uploadApi.endpoints.completeUpload.initiate({ orderId, attachmentId, from, file, key })).unwrap();
    },
    unlock: (orderId) => dispatch(unlockOrder.initiate({ orderId })).unwrap(),
    remove: async (id) => {
      await dispatch(removeUpload.initiate({ id })).unwrap();
    },
    explain: apiError,
  };
}

/** Shows the warning of a full storage (SH-286), or the server's error. */
function refusal(error: ApiError): void {
  const full = error.reason === 'upload.not_enough_storage';
  if (full) toast({ type: 'WARNING', title: error.title, message: error.message });
  // A refused token shows the server's message (SH-295).
  else toast({ type: 'DANGER', title: 'Failed', message: sentence(error) });
}

/** Shows the user what happens to a file. */
function tell(told: Told): void {
  const { id, file, idx, percent, message } = told.transfer;
  const show = (state: 'uploading' | 'success' | 'fail', percentCompleted: number, text?: string) =>
    uploadToast({ fileName: file.name, fileSize: file.size, percentCompleted, message: text, idx, toastId: id, state });
  switch (told.what) {
    case 'progress':
      show('uploading', percent);
      break;
    case 'done':
      show('success', 100, 'Uploaded');
      break;
    case 'refused':
      refusal(told.error);
      break;
    case 'failed':
      show('fail', 100, message);
      if (['upload.not_enough_storage', 'storage.full'].includes(told.error.reason)) refusal(told.error);
      else toast({ type: 'DANGER', ...failed });
      break;
    case 'removing':
      toast({ type: 'LOADING', title: file.name, message: removing, id });
      break;
    case 'gone':
      hideToast(id);
      break;
    case 'not-removed': // A failure to remove shows the server's message (SH-299).
      toast({ type: 'DANGER', title: 'Failed!', message: sentence(told.error) });
  }
}

const stay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** One instance per store, because transfers continue when the user leaves the page. */
const known = new WeakMap<Dispatch, Transfers>();

function transfersOf(dispatch: Dispatch): Transfers {
  let transfers = known.get(dispatch);
  if (!transfers) {
    const made = new Transfers(stepsOf(dispatch), tell);
    made.subscribe(() => {
      if (made.travelling) window.addEventListener('beforeunload', stay);
      else window.removeEventListener('beforeunload', stay);
    });
    known.set(dispatch, made);
    transfers = made;
  }
  return transfers;
}

/**
 * Returns the current transfers, and a function that sends files. It first reports the files that
 * cannot be sent (SH-279..SH-285).
 */
export function useUploads() {
  const transfers = transfersOf(useApiDispatch());
  const all = useSyncExternalStore(transfers.subscribe, transfers.all);
  const send = (target: UploadTarget, files: File[]) => {
    const { good, problems } = checkFiles(files);
    for (const problem of problems) toast({ type: 'WARNING', ...problem });
    transfers.add(target, good);
  };
  return {
    all,
    send,
    retry: (id: string) => transfers.retry(id),
    remove: (id: string) => void transfers.remove(id),
  };
}

/** Returns the transfers to one list of an order, or to one attachment. */
export function under(all: readonly Transfer[], { orderId, reviewType, attachmentId }: Partial<UploadTarget>) {
  return all.filter(
    ({ target }) =>
      target.orderId === orderId &&
      (!reviewType || target.reviewType === reviewType) &&
      (!attachmentId || target.attachmentId === attachmentId),
  );
}
