import { useCallback, useState } from 'react';
import type { Order, Version } from '@/api';
import { toast } from '@/ui';
import type { Markup } from '../markup';
import type { ProofFile } from '../viewer/useFile';
import type { Proof } from './exportProof';
import type { Job } from './job';
import { proofName } from './place';
import { saveBlob } from './saveBlob';

async function watermarkOf(setting: Order['downloadWithWatermark']): Promise<Proof['watermark']> {
  if (!setting.isDownloadWithWatermark || !setting.watermarkFile) return null;
  const response = await fetch(setting.watermarkFile, { credentials: 'omit' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return { file: await response.blob(), dark: setting.isDarkBackground };
}

/** The file with the marks of the tab, as the worker takes it (BD-284, BD-285). */
export async function proofOf(order: Order, file: ProofFile, markup: Markup): Promise<Proof> {
  const blob = await file.blob();
  const source =
    file.kind === 'img'
      ? { kind: file.kind, blob, size: file.size }
      : { kind: file.kind, blob, password: file.password };
  const marks = markup.state.marks.filter((m) => !m.isUnsaved);
  return { source, marks, pins: markup.pins, watermark: await watermarkOf(order.downloadWithWatermark) };
}

/** Makes a PDF in the worker and hands it to the downloads; `percent` is null while nothing is made. */
export function useJob(kind: ProofFile['kind'] | undefined) {
  const [percent, setPercent] = useState<number | null>(null);
  const run = useCallback(
    async (name: string, job: () => Promise<Job>) => {
      setPercent(0);
      try {
        const { runJob } = await import('./job');
        const bytes = await runJob(await job(), setPercent);
        saveBlob(new Blob([bytes], { type: 'application/pdf' }), name);
      } catch {
        // the documents' own words (BD-449, D-19)
        const text = kind === 'pdf' ? 'Oops, something went wrong download pdf' : 'Oops, something went wrong';
        toast({ type: 'DANGER', title: text });
      } finally {
        setPercent(null);
      }
    },
    [kind],
  );
  return { percent, run };
}

/** Downloads the proof with its marks as a PDF; undefined where there is nothing to download. */
export function useDownload(order: Order, version: Version, file: ProofFile | null, markup: Markup, role: string) {
  const { percent, run } = useJob(file?.kind);
  // guests download nothing (BD-303)
  if (!file || role === 'guest') return { download: undefined, percent };
  const job = async (): Promise<Job> => ({ what: 'proof', proof: await proofOf(order, file, markup) });
  return { download: () => void run(proofName(version.fileName), job), percent };
}
