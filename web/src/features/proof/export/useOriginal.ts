import { useState } from 'react';
import type { Version } from '@/api';
import { downloadToast, hideToast, toast } from '@/ui';
import { fetchFile } from '../viewer/fetchFile';
import { again, type Reload } from '../viewer/useFile';
import { saveBlob } from './saveBlob';

/** Downloads the file itself, for those that have no preview; undefined for guests (BD-303). */
export function useOriginal(version: Version, reload: Reload, role: string) {
  const [busy, setBusy] = useState(false);
  if (role === 'guest') return undefined;
  const run = async () => {
    setBusy(true);
    const toastId = crypto.randomUUID();
    const { fileSize } = version.fileMeta;
    const show = (percentCompleted: number) =>
      downloadToast(toastId, { fileName: version.fileName, fileSize, percentCompleted });
    try {
      const url = (await again(version, reload))?.url ?? version.url;
      const nobody = new AbortController().signal;
      // kept as bytes: what the browser would do with the type is not its business here
      const blob = await fetchFile(url, fileSize, nobody, (percent) => show(Math.min(percent, 99)));
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
