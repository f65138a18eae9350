import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import type { Mark } from '../engine';
import { pins } from '../engine';
import { markedUp } from './exportProof';

const size = { width: 800, height: 400 };
const mark = (kind: Mark['kind'], page: number): Mark => ({
  id: `${kind}${page}`,
  kind,
  page,
  points:
    kind === 'circle'
      ? [{ x: 0.5, y: 0.5 }]
      : [
          { x: 0.1, y: 0.1 },
          { x: 0.4, y: 0.5 },
        ],
  radius: kind === 'circle' ? 0.1 : 0,
  color: 'red',
  strokeWidth: 5,
  isUnsaved: false,
  editable: false,
});

async function brochure(): Promise<Blob> {
  const document = await PDFDocument.create();
  document.addPage([600, 300]);
  document.addPage([300, 600]).setRotation(degrees(90));
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}

describe('the downloaded proof', () => {
  test('has every page of the file in its original size (BD-281)', async () => {
    const marks = [mark('rect', 1), mark('arrow', 1), mark('line', 2), mark('circle', 2)];
    const pages = [size, size];
    const source = { kind: 'pdf', blob: await brochure(), password: undefined } as const;
    const percents: number[] = [];
    const made = await markedUp({ source, marks, pins: pins(marks, pages), watermark: null }, (p) => percents.push(p));
    expect(percents).toEqual([45, 90]);
    const read = await PDFDocument.load(await made.save());
    expect(read.getPages().map((p) => [p.getWidth(), p.getHeight(), p.getRotation().angle])).toEqual([
      [600, 300, 0],
      [300, 600, 90],
    ]);
  });

  test('is larger than the file by its marks', async () => {
    const blob = await brochure();
    const source = { kind: 'pdf', blob, password: undefined } as const;
    const make = async (marks: Mark[]) =>
      (await markedUp({ source, marks, pins: pins(marks, [size, size]), watermark: null })).save();
    const [plain, marked] = await Promise.all([make([]), make([mark('rect', 1)])]);
    expect(marked.length).toBeGreaterThan(plain.length);
  });

  test('cannot be made from a file that is no PDF', async () => {
    const blob = new Blob(['not a pdf']);
    const source = { kind: 'pdf', blob, password: undefined } as const;
    await expect(markedUp({ source, marks: [], pins: [], watermark: null })).rejects.toThrow(/PDF/);
  });
});
