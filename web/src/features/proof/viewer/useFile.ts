import { useEffect, useEffectEvent, useState } from 'react';
import type { Version } from '@/api';
import type { Size } from '../engine';
import { imageAlert, pdfAlert } from './alerts';
import { fetchFile, freshUrl, type Progress, ResponseError } from './fetchFile';
import type { PDFDocumentProxy } from './pdf';

export type ProofFile =
  | { kind: 'image'; blob: Blob; url: string; pages: readonly Size[]; close: () => void }
  | { kind: 'pdf'; blob: Blob; document: PDFDocumentProxy; pages: readonly Size[]; close: () => void };

export type Loading =
  | { state: 'loading' }
  | { state: 'reading'; percent: number }
  | { state: 'ready'; file: ProofFile }
  | { state: 'failed'; message: string }
  | { state: 'unsupported' };

async function openImage(blob: Blob): Promise<ProofFile> {
  const url = URL.createObjectURL(blob);
  const close = () => URL.revokeObjectURL(url);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { kind: 'image', blob, url, pages: [{ width: image.naturalWidth, height: image.naturalHeight }], close };
  } catch (error) {
    close();
    throw error;
  }
}

async function openDocument(blob: Blob, signal: AbortSignal): Promise<ProofFile> {
  const { openPdf, pageSizes } = await import('./pdf');
  const document = await openPdf(await blob.arrayBuffer(), signal);
  return {
    kind: 'pdf',
    blob,
    document,
    pages: await pageSizes(document),
    close: () => void document.loadingTask.destroy(),
  };
}

/** A link is good for a short time only: an expired one is asked for again, once. */
async function read(
  version: Version,
  again: () => Promise<string | undefined>,
  signal: AbortSignal,
  progress: Progress,
) {
  const { url, fileMeta } = version;
  const get = (from: string) => fetchFile(freshUrl(from, fileMeta.sha256), fileMeta.fileSize, signal, progress);
  try {
    return await get(url);
  } catch (error) {
    const next = error instanceof ResponseError && error.status === 403 ? await again() : undefined;
    if (!next) throw error;
    return get(next);
  }
}

/** Opens the file of a version. `newUrl` asks the server for another link to it. */
export function useFile(version: Version, newUrl: () => Promise<string | undefined>): Loading {
  const key = `${version.id} ${version.fileMeta.sha256}`;
  const [loading, setLoading] = useState<{ key: string; now: Loading }>({ key, now: { state: 'loading' } });

  const open = useEffectEvent(async (signal: AbortSignal): Promise<ProofFile> => {
    const tell: Progress = (percent) => {
      if (!signal.aborted) setLoading({ key, now: { state: 'reading', percent } });
    };
    const blob = await read(version, newUrl, signal, tell);
    tell(100);
    return version.fileType === 'pdf' ? openDocument(blob, signal) : openImage(blob);
  });
  const failed = useEffectEvent((error: unknown) => {
    const message = version.fileType === 'pdf' ? pdfAlert(error) : imageAlert;
    setLoading({ key, now: { state: 'failed', message } });
  });

  const unsupported = version.fileType === 'unsupported';
  useEffect(() => {
    if (unsupported) return undefined;
    const abort = new AbortController();
    const opening = open(abort.signal);
    opening.then(
      (file) => {
        if (!abort.signal.aborted) setLoading({ key, now: { state: 'ready', file } });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) failed(error);
      },
    );
    return () => {
      abort.abort();
      opening.then((file) => file.close()).catch(() => undefined);
    };
  }, [key, unsupported]);

  if (unsupported) return { state: 'unsupported' };
  return loading.key === key ? loading.now : { state: 'loading' };
}
