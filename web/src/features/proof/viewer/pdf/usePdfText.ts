import { useMemo, useState } from 'react';
import type { ProofFile } from '../file/proofFile';
import { TextLayers } from './textLayers';
import { type Find, useFind } from './useFind';

export interface PdfText {
  texts: TextLayers;
  find: Find;
  finding: boolean;
  setFinding: (on: boolean) => void;
}

/** Returns the text of a PDF on the screen and the search in it, or null for other files. */
export function usePdfText(file: ProofFile | null): PdfText | null {
  const document = file?.kind === 'pdf' ? file.document : null;
  const [finding, setFinding] = useState(false);
  const find = useFind(document, finding);
  const texts = useMemo(() => (document ? new TextLayers() : null), [document]);
  return texts && { texts, find, finding, setFinding };
}
