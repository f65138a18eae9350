import type { Version } from '@/api';
import type { StoreLink } from '@/shared/files/StoreLink';
import { type Reload, versionLink } from '@/shared/files/versionLink';
import { fetchFile, freshUrl, type Progress, ResponseError, watched } from '@/shared/files/fetchFile';

/** A file in the store. */
export interface RemoteFile {
  size: number;
  whole: (signal: AbortSignal, progress: Progress) => Promise<Blob>;
  /** Returns the bytes from `begin` up to but not including `end`. */
  range: (begin: number, end: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Returns the url of what shows a version: its file, or the preview of an image that browsers
 * cannot show.
 */
export const shownUrl = ({ previewUrl, url }: Version): string => previewUrl ?? url;

/** Returns the file of a version in the store; by default the one that shows it. */
export function versionFile(version: Version, reload: Reload, pick = shownUrl): RemoteFile {
  return remoteFile(versionLink(version, reload, pick), version.fileMeta);
}

export function remoteFile(
  link: StoreLink,
  { sha256, fileSize }: Pick<Version['fileMeta'], 'sha256' | 'fileSize'>,
): RemoteFile {
  return {
    size: fileSize,
    whole: (signal, progress) =>
      link.read((url) => fetchFile(freshUrl(url, sha256), fileSize, signal, progress), signal),
    range: (begin, end, signal) =>
      link.read(
        (url) =>
          watched(signal, async (until, alive) => {
            const response = await fetch(freshUrl(url, sha256), {
              signal: until,
              credentials: 'omit',
              headers: { Range: `bytes=${begin}-${end - 1}` },
            });
            alive();
            if (!response.ok) throw new ResponseError(response.status);
            const bytes = new Uint8Array(await response.arrayBuffer());
            // A store that does not support ranges answers with the whole file.
            return response.status === 206 ? bytes : bytes.slice(begin, end);
          }),
        signal,
      ),
  };
}
