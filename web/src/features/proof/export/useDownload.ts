import { useCallback, useState } from 'react';
import type { Order, Version } from '@/api';
import { StoreLink } from '@/shared/files/StoreLink';
import type { Reload } from '@/shared/files/versionLink';
import { toast } from '@/ui';
import type { Markup } from '../markup';
import { CannotExport } from './check/cannotExport';
import { fetchFile, type Progress } from '@/shared/files/fetchFile';
import type { ProofFile } from '../viewer/file/proofFile';
import type { Proof } from './exportProof';
import type { Job } from './job';
import { proofName } from './draw/place';
import { saveBlob } from '@/shared/files/saveBlob';

async function watermarkOf(
  { watermarkFile, isDownloadWithWatermark, isDarkBackground }: Order['downloadWithWatermark'],
  reload: Reload,
): Promise<Proof['watermark']> {
  if (!isDownloadWithWatermark || !watermarkFile) return null;
  const link = new StoreLink(watermarkFile, async () => (await reload())?.downloadWithWatermark.watermarkFile);
  const { signal } = new AbortController();
  const file = await link.read((url) => fetchFile(url, 0, signal, () => {}), signal);
  return { file, dark: isDarkBackground };
}

/** The data that an export needs. */
export interface Exported {
  order: Order;
  file: ProofFile;
  markup: Markup;
  reload: Reload;
}

/** `file` is null until it is open. */
export type MaybeExported = Omit<Exported, 'file'> & { file: ProofFile | null };

/** Returns the file with the marks of the tab, in the form the worker takes (BD-284, BD-285). */
export async function proofOf({ order, file, markup, reload }: Exported, progress: Progress): Promise<Proof> {
  const blob = await file.blob(progress);
  const source =
    file.kind === 'img'
      ? { kind: file.kind, blob, size: file.size }
      : { kind: file.kind, blob, password: file.password };
  const marks = markup.state.marks.filter((m) => !m.isUnsaved);
  return { source, marks, pins: markup.pins, watermark: await watermarkOf(order.downloadWithWatermark, reload) };
}

/** The assumed share of reading the file in the whole work. */
const reading = 0.5;

/**
 * Makes a PDF in the worker and saves it as a download. `percent` is null while no PDF is being
 * made.
 */
export function useJob(kind: ProofFile['kind'] | undefined) {
  const [percent, setPercent] = useState<number | null>(null);
  const run = useCallback(
    async (name: string, file: ProofFile, job: (progress: Progress) => Promise<Job>) => {
      setPercent(0);
      try {
        const { runJob } = await import('./job');
        const given = await job((percent) => setPercent(Math.round(percent * reading)));
        const start = 100 * reading;
        const bytes = await runJob(given, file, (percent) => setPercent(Math.round(start + percent * (1 - reading))));
        saveBlob(new Blob([bytes], { type: 'application/pdf' }), name);
      } catch (error) {
        // The requirements fix these texts, including their grammar (BD-449, D-19).
        const text = kind === 'pdf' ? 'Oops, something went wrong download pdf' : 'Oops, something went wrong';
        const message = error instanceof CannotExport ? error.message : undefined;
        toast({ type: 'DANGER', title: text, message });
      } finally {
        setPercent(null);
      }
    },
    [kind],
  );
  return { percent, run };
}

/**
 * Downloads the proof with its marks as a PDF. `download` is undefined where there is nothing to
 * download.
 */
export function useDownload(version: Version, role: string, { file, ...rest }: MaybeExported) {
  const { percent, run } = useJob(file?.kind);
  // Guests may not download (BD-303).
  if (!file || role === 'guest') return { download: undefined, percent };
  const job = async (progress: Progress): Promise<Job> => ({
    what: 'proof',
    proof: await proofOf({ ...rest, file }, progress),
  });
  return { download: () => void run(proofName(version.fileName), file, job), percent };
}
