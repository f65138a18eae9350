import { fetchFile, freshUrl, type Progress, ResponseError } from './fetchFile';

/** A file at the store. A link to it is good for a short time: an expired one is asked for again, once a request. */
export interface RemoteFile {
  size: number;
  whole: (signal: AbortSignal, progress: Progress) => Promise<Blob>;
  /** The bytes from `begin` up to, not including, `end`. */
  range: (begin: number, end: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
}

export function remoteFile(
  { url, fileMeta }: { url: string; fileMeta: { sha256: string; fileSize: number } },
  newUrl: () => Promise<string | undefined>,
): RemoteFile {
  let current = url;
  const ask = async <T>(get: (from: string) => Promise<T>): Promise<T> => {
    const used = current;
    try {
      return await get(freshUrl(used, fileMeta.sha256));
    } catch (error) {
      if (!(error instanceof ResponseError && error.status === 403)) throw error;
      // others may have asked for a new link meanwhile
      if (current === used) current = (await newUrl()) ?? used;
      if (current === used) throw error;
      return get(freshUrl(current, fileMeta.sha256));
    }
  };
  return {
    size: fileMeta.fileSize,
    whole: (signal, progress) => ask((from) => fetchFile(from, fileMeta.fileSize, signal, progress)),
    range: (begin, end, signal) =>
      ask(async (from) => {
        const response = await fetch(from, {
          signal,
          credentials: 'omit',
          headers: { Range: `bytes=${begin}-${end - 1}` },
        });
        if (!response.ok) throw new ResponseError(response.status);
        const bytes = new Uint8Array(await response.arrayBuffer());
        // a store that knows no ranges answers with the whole file
        return response.status === 206 ? bytes : bytes.slice(begin, end);
      }),
  };
}
