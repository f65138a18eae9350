import { useState } from 'react';
import type { Order, Version } from '@/api';
import { toast } from '@/ui';
import type { Markup } from '../markup';
import type { ProofFile } from '../viewer/useFile';
import { proofName } from './place';
import { saveBlob } from './saveBlob';

async function watermarkOf(setting: Order['downloadWithWatermark']) {
  if (!setting.isDownloadWithWatermark || !setting.watermarkFile) return null;
  const response = await fetch(setting.watermarkFile, { credentials: 'omit' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return { file: await response.blob(), dark: setting.isDarkBackground };
}

/** Downloads the proof with its marks as a PDF; undefined where there is nothing to download. */
export function useDownload(order: Order, version: Version, file: ProofFile | null, markup: Markup, role: string) {
  const [busy, setBusy] = useState(false);
  // guests download nothing (BD-303)
  if (!file || role === 'guest') return { download: undefined, busy };

  const run = async () => {
    setBusy(true);
    try {
      const { exportProof } = await import('./exportProof');
      const { kind, blob, pages } = file;
      const marks = markup.state.marks.filter((m) => !m.isUnsaved);
      const watermark = await watermarkOf(order.downloadWithWatermark);
      const bytes = await exportProof({ kind, blob, pages, marks, pins: markup.pins, watermark });
      saveBlob(new Blob([bytes], { type: 'application/pdf' }), proofName(version.fileName));
    } catch {
      // the documents' own words (BD-449, D-19)
      const text = file.kind === 'pdf' ? 'Oops, something went wrong download pdf' : 'Oops, something went wrong';
      toast({ type: 'DANGER', title: text });
    } finally {
      setBusy(false);
    }
  };
  return { download: () => void run(), busy };
}
