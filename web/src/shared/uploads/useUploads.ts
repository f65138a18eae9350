import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type ApiError, apiError, sentence, useApiDispatch, useSession } from '@/api';
import { api } from '@/api/live/tags';
import { uploadApi } from '@/api/proof/upload';
import { checkFiles, postForm, putPart } from '@/lib/files/upload';
import { hideToast, toast, uploadToast } from '@/ui';
import { waitOnline } from './parts';
import type { UploadTarget } from './target';
import { type Steps, type Told, type Transfer, Transfers } from './transfers';
import { unfinishedUploads } from './unfinished';

type Dispatch = ReturnType<typeof useApiDispatch>;

/** The message of an upload that failed. The order is then unlocked (SH-293, SH-294). */
const failed = {
  title: 'Failed',
  message: 'Something went wrong, the order maybe locked. Please contact administrator to unlock the order!',
};

/** The progress text while a file is removed from the store (SH-298). */
export const removing = 'Please wait. Your file is in removing...';

/** The place of a file, as the calls name it. */
const placeOf = ({ orderId, attachmentId }: UploadTarget) =>
  ({ kind: attachmentId ? 'attachment-version' : 'attachment', id: attachmentId ?? orderId }) as const;

function stepsOf(dispatch: Dispatch, person: () => string): Steps {
  const { uploadToken, beginUpload, uploadedParts, linkParts, unlockOrder, removeUpload } = api.endpoints;
  return {
    token: async (target, uploadRequest) =>
      (await dispatch(uploadToken.initiate({ ...placeOf(target), uploadRequest })).unwrap()).data,
    send: postForm,
    begin: async (target, uploadRequest) =>
      (await dispatch(beginUpload.initiate({ ...placeOf(target), uploadRequest })).unwrap()).data,
    arrived: async (id) =>
      (await dispatch(uploadedParts.initiate({ id }, { subscribe: false, forceRefetch: true })).unwrap()).data,
    links: async (id, parts) => (await dispatch(linkParts.initiate({ id, partsToLink: { parts } })).unwrap()).data,
    put: putPart,
    wait: waitOnline,
    keep: (upload) => unfinishedUploads.add(person(), upload),
    forget: (id) => unfinishedUploads.remove(person(), id),
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
    case 'other-file':
      toast({
        type: 'WARNING',
        title: 'Another file',
        message: `Choose ${file.name} as it was when its upload began, or remove that upload.`,
      });
      break;
    case 'paused': // The toast would look as if the file were being sent.
    case 'gone':
      hideToast(id);
      break;
    case 'not-removed': // A failure to remove shows the server's message (SH-299).
      toast({ type: 'DANGER', title: 'Failed!', message: sentence(told.error) });
  }
}

const stay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** One instance per store, because transfers continue when the user leaves the page. */
const known = new WeakMap<Dispatch, { transfers: Transfers; person: string }>();

/** Returns the transfers of a store. When another person signs in, their unfinished uploads show. */
function transfersOf(dispatch: Dispatch): { transfers: Transfers; show: (person: string) => void } {
  let at = known.get(dispatch);
  if (!at) {
    const made = new Transfers(
      stepsOf(dispatch, () => known.get(dispatch)?.person ?? ''),
      tell,
    );
    made.subscribe(() => {
      if (made.travelling) window.addEventListener('beforeunload', stay);
      else window.removeEventListener('beforeunload', stay);
    });
    at = { transfers: made, person: '' };
    known.set(dispatch, at);
  }
  const { transfers } = at;
  const show = (person: string) => {
    if (at.person === person) return;
    at.person = person;
    transfers.restore(unfinishedUploads.load(person));
  };
  return { transfers, show };
}

/**
 * Returns the current transfers, and a function that sends files. It first reports the files that
 * cannot be sent (SH-279..SH-285).
 */
export function useUploads() {
  const dispatch = useApiDispatch();
  const { transfers, show } = transfersOf(dispatch);
  const { userId } = useSession();
  useEffect(() => show(userId ?? ''));
  const all = useSyncExternalStore(transfers.subscribe, transfers.all);
  const send = (target: UploadTarget, files: File[]) => {
    const { good, problems } = checkFiles(files);
    for (const problem of problems) toast({ type: 'WARNING', ...problem });
    transfers.add(target, good);
  };
  const actions = useMemo(
    (): UploadActions => ({
      retry: (id) => transfers.retry(id),
      remove: (id) => void transfers.remove(id),
      pause: (id) => transfers.pause(id),
      choose: (id, file) => transfers.choose(id, file),
    }),
    [transfers],
  );
  return { all, send, actions };
}

/** What the user can do with a file that is being uploaded. */
export type UploadActions = {
  /** Tries a failed file again, or goes on with a paused one. */
  retry: (id: string) => void;
  remove: (id: string) => void;
  pause: (id: string) => void;
  /** Goes on with an upload of an earlier page, with the file that the user chose again. */
  choose: (id: string, file: File) => void;
};

/** Returns the transfers to one list of an order, or to one attachment. */
export function under(all: readonly Transfer[], { orderId, reviewType, attachmentId }: Partial<UploadTarget>) {
  return all.filter(
    ({ target }) =>
      target.orderId === orderId &&
      (!reviewType || target.reviewType === reviewType) &&
      (!attachmentId || target.attachmentId === attachmentId),
  );
}
