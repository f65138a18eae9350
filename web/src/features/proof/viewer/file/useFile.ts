import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Version } from '@/api';
import type { Reload } from '@/shared/files/versionLink';
import type { Size } from '../../engine';
import { imageAlert, pdfAlert, stoppedAlert } from './alerts';
import type { Opening, ProofFile } from './proofFile';
import { type RemoteFile, versionFile } from './remoteFile';

interface Stoppable {
  /** Stops opening the file. */
  stop?: () => void;
}

export type Loading =
  | ({ state: 'loading' } & Stoppable)
  | ({ state: 'reading'; percent: number } & Stoppable)
  /** The file needs its password. `wrong` is set when the last one did not open it. */
  | { state: 'locked'; wrong: boolean; unlock: (password: string) => void }
  | { state: 'ready'; file: ProofFile; pages: readonly Size[] }
  | { state: 'failed'; message: string; blocked: boolean }
  | { state: 'unsupported' };

/** The interval of progress updates in ms. Each update renders the whole screen. */
const tellEveryMs = 100;

async function openImage(remote: RemoteFile, { signal, progress, show }: Opening): Promise<ProofFile> {
  const blob = await remote.whole(signal, progress);
  const url = URL.createObjectURL(blob);
  const close = () => URL.revokeObjectURL(url);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const file: ProofFile = { kind: 'img', blob: () => Promise.resolve(blob), url, size, close };
    show(file, [size]);
    return file;
  } catch (error) {
    close();
    throw error;
  }
}

/** Opens the file of a version. */
export function useFile(version: Version, reload: Reload): Loading {
  const key = `${version.id} ${version.fileMeta.sha256}`;
  const [loading, setLoading] = useState<{ key: string; now: Loading }>({ key, now: { state: 'loading' } });

  const open = useEffectEvent(async (signal: AbortSignal): Promise<ProofFile> => {
    const tell = (now: Loading) => {
      if (!signal.aborted) setLoading({ key, now });
    };
    let shown = false;
    let told = 0;
    let given = false;
    const opening: Opening = {
      signal,
      progress: (percent) => {
        const now = performance.now();
        if (shown || now - told < tellEveryMs) return;
        told = now;
        tell({ state: 'reading', percent });
      },
      locked: (wrong) => new Promise((unlock) => tell({ state: 'locked', wrong, unlock })),
      show: (file, pages) => {
        shown = true;
        if (!given) tell({ state: 'ready', file, pages });
      },
      stopped: () => {
        given = true;
        tell({ state: 'failed', message: stoppedAlert, blocked: false });
      },
    };
    const remote = versionFile(version, reload);
    if (version.fileType !== 'pdf') return openImage(remote, opening);
    const { openDocument } = await import('../pdf/document');
    return openDocument(remote, opening);
  });
  const failed = useEffectEvent(async (error: unknown, signal: AbortSignal) => {
    const message = version.fileType === 'pdf' ? pdfAlert(error) : imageAlert;
    const { isBlocked } = await import('./blocked');
    const blocked = await isBlocked(error);
    if (!signal.aborted) setLoading({ key, now: { state: 'failed', message, blocked } });
  });

  const unsupported = version.fileType === 'unsupported';
  const giveUp = useRef(() => {});
  useEffect(() => {
    if (unsupported) return undefined;
    const abort = new AbortController();
    giveUp.current = () => {
      setLoading({ key, now: { state: 'failed', message: stoppedAlert, blocked: false } });
      abort.abort();
    };
    const opening = open(abort.signal);
    opening.catch((error: unknown) => {
      if (!abort.signal.aborted) void failed(error, abort.signal);
    });
    return () => {
      abort.abort();
      opening.then((file) => file.close()).catch(() => undefined);
    };
  }, [key, unsupported]);

  return useMemo(() => {
    if (unsupported) return { state: 'unsupported' };
    const now: Loading = loading.key === key ? loading.now : { state: 'loading' };
    if (now.state !== 'loading' && now.state !== 'reading') return now;
    return { ...now, stop: () => giveUp.current() };
  }, [unsupported, loading, key]);
}
