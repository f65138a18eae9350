import { useState } from 'react';
import type { Version } from '@/api';
import type { Reload } from '@/shared/files/versionLink';
import { downloadToast, hideToast, toast } from '@/ui';
import { newId } from '@/lib/newId';
import { versionFile } from '../viewer/file/remoteFile';
import { saveBlob } from '@/shared/files/saveBlob';

/**
 * Downloads the original file, for files without a preview. It is undefined for guests (BD-303).
 */
export function useOriginal(version: Version, reload: Reload, role: string) {
  const [busy, setBusy] = useState(false);
  if (role === 'guest') return undefined;
  const run = async () => {
    setBusy(true);
    const toastId = newId();
    const { fileSize } = version.fileMeta;
    const show = (percentCompleted: number) =>
      downloadToast(toastId, { fileName: version.fileName, fileSize, percentCompleted });
    try {
      show(0);
      const { signal } = new AbortController();
      const file = versionFile(version, reload, ({ url }) => url);
      const blob = await file.whole(signal, (percent) => show(Math.min(percent, 99)));
      // Saved as plain bytes, so that the browser does not act on the type.
      saveBlob(new Blob([blob], { type: 'application/octet-stream' }), version.fileName);
      show(100);
    } catch {
      hideToast(toastId);
      toast({ type: 'DANGER', title: 'Oops, something went wrong' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void run() };
}
