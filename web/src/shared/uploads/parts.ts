import type { ApiError } from '@/api';
import type { ArrivedPart, PartLink, PartToLink, UploadInParts } from '@/api/generated';
import { md5 } from '@/lib/files/md5';

/** A file above this size is sent in parts, which go on after an interruption (D-92). */
export const wholeUpTo = 16 * 1024 * 1024;

/** The number of parts that are sent at a time. */
const atATime = 3;

/** How often a part is sent again when nothing of the file arrives meanwhile, and the longest wait between two. */
const tries = 8;
const longestWait = 30_000;

export type PartSteps = {
  links: (upload: string, parts: PartToLink[]) => Promise<PartLink[]>;
  put: (link: string, part: Blob, md5: string, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<void>;
  /** Waits some milliseconds, or until the browser is online again. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  explain: (error: unknown) => ApiError;
};

const aborted = () => new DOMException('Aborted', 'AbortError');

/** Reports whether sending the same again may help. A refusal of the server or a full disk stays. */
function passing(error: ApiError): boolean {
  return error.status === 'network' || (error.status >= 500 && error.reason !== 'storage.full') || !error.reason;
}

/**
 * Sends the parts of a file that have not arrived. A part that has arrived is left alone if its sum is that
 * of the file's bytes, so that a file that was changed meanwhile is never mixed with what was sent before.
 */
export async function sendParts(
  steps: PartSteps,
  upload: UploadInParts,
  file: Blob,
  onProgress: (percent: number) => void,
  outer: AbortSignal,
): Promise<void> {
  const all = new AbortController();
  const { signal } = all;
  const abort = () => all.abort();
  outer.addEventListener('abort', abort);
  const count = Math.ceil(file.size / upload.partSize);
  const arrived = new Map(upload.arrived.map(({ number, md5: sum }: ArrivedPart) => [number, sum]));
  const sent = new Map<number, number>();
  let failures = 0;
  let next = 1;
  const tell = () => onProgress((100 * [...sent.values()].reduce((sum, bytes) => sum + bytes, 0)) / file.size);

  const send = async (number: number, part: Blob, sum: string): Promise<void> => {
    for (;;) {
      try {
        const [link] = await steps.links(upload.id, [{ number, md5: sum }]);
        if (signal.aborted) throw aborted();
        const show = (bytes: number) => {
          sent.set(number, Math.min(bytes, part.size));
          tell();
        };
        await steps.put(link?.url ?? '', part, sum, show, signal);
        failures = 0;
        return;
      } catch (error) {
        if (signal.aborted) throw aborted();
        sent.delete(number);
        tell();
        failures += 1;
        if (failures >= tries * atATime || !passing(steps.explain(error))) throw error;
        await steps.wait(Math.min(longestWait, 500 * 2 ** Math.ceil(failures / atATime)), signal);
      }
    }
  };

  const work = async (): Promise<void> => {
    while (next <= count) {
      if (signal.aborted) throw aborted();
      const number = next;
      next += 1;
      const part = file.slice((number - 1) * upload.partSize, number * upload.partSize);
      const sum = await md5(part);
      if (arrived.get(number) !== sum) await send(number, part, sum);
      sent.set(number, part.size);
      tell();
    }
  };

  try {
    await Promise.all(Array.from({ length: atATime }, work));
  } finally {
    abort(); // When one part fails for good, the others end.
    outer.removeEventListener('abort', abort);
  }
}

/** Waits some milliseconds, or until the browser is online again. */
export function waitOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(resolve), ms);
    const online = () => end(resolve);
    const abort = () => end(() => reject(aborted()));
    function end(settle: () => void) {
      clearTimeout(timer);
      window.removeEventListener('online', online);
      signal.removeEventListener('abort', abort);
      settle();
    }
    window.addEventListener('online', online);
    signal.addEventListener('abort', abort);
  });
}
