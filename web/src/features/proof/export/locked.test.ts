import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { lockedFiles } from '../../../../e2e/app/oddFiles';
import { markedUp } from './exportProof';
import type { Mark } from '../engine';

const mark: Mark = {
  id: 'rect',
  kind: 'rect',
  page: 1,
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.4, y: 0.3 },
  ],
  radius: 0,
  color: 'red',
  strokeWidth: 5,
  isUnsaved: false,
  editable: false,
};

/** Returns the readable streams of a file, among them what its pages draw. */
async function streamsOf(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes);
  const streams = context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
  return streams.map((one) => new TextDecoder('latin1').decode(decodePDFRawStream(one).decode())).join('\n');
}

test.each(Object.entries(await lockedFiles()))(
  'an exported proof of a file with %s is open, and has its content and the mark (BY-047, BD-281)',
  async (_, { body, password }) => {
    const source = { kind: 'pdf', blob: new Blob([new Uint8Array(body)]), password } as const;
    const made = await (await markedUp({ source, marks: [mark], pins: [], watermark: null })).save();
    expect(new TextDecoder('latin1').decode(made)).not.toContain('/Encrypt');
    const content = await streamsOf(made);
    expect(content).toContain('0 0.6 0.2 rg 150 150 100 100 re f');
    expect(content, 'the line of the mark in red').toContain(
      '0.8156862745098039 0.15294117647058825 0.15294117647058825 RG',
    );
  },
);
