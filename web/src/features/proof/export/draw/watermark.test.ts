import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, test, vi } from 'vitest';
import type { Markup } from '../../markup';
import { order } from '../../testing/fixtures';
import type { ProofFile } from '../../viewer/file/proofFile';
import { pngOf } from './picture';
import { proofOf } from '../useDownload';
import { drawWatermark, embedStamp, stampOf } from './watermark';

/** A PNG of one pixel. */
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (c) => c.codePointAt(0) ?? 0,
);
vi.mock(import('./picture'), async (original) => ({
  ...(await original()),
  pngOf: vi.fn<typeof pngOf>(() => Promise.resolve(pixel.buffer)),
}));
afterEach(() => {
  vi.mocked(pngOf).mockClear();
  vi.unstubAllGlobals();
});

async function sheet(turn = 0) {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 100]);
  page.setRotation(degrees(turn));
  page.setCropBox(10, 0, 300, 100);
  const drawImage = vi.spyOn(page, 'drawImage');
  return { page, drawImage, stamp: await embedStamp(document, { file: new Blob(), dark: false }) };
}

test('the watermark is tiled over the whole page in tiles of 194 x 58 pixels (BD-282)', async () => {
  const { page, drawImage, stamp } = await sheet();
  drawWatermark(page, stamp);
  const placed = drawImage.mock.calls.map(([, at]) => at);
  // A width of 290 points is 1.99 tiles of 145.5, and a height of 100 points is 2.3 tiles of 43.5.
  expect(placed).toHaveLength(2 * 3);
  for (const at of placed) expect([(at?.width ?? 0) / 0.75, (at?.height ?? 0) / 0.75]).toEqual([194, 58]);
  const rounded = (n = 0) => Math.round(n * 100) / 100;
  expect(placed.map((at) => [rounded(at?.x), rounded(at?.y)]).slice(0, 2)).toEqual([
    [10, 100 - 43.5],
    [155.5, 100 - 43.5],
  ]);
});

test('on a turned page the watermark is upright on the screen', async () => {
  const { page, drawImage, stamp } = await sheet(90);
  drawWatermark(page, stamp);
  const [[, at] = []] = drawImage.mock.calls;
  expect([at?.x, at?.y, at?.rotate]).toEqual([expect.closeTo(10 + 43.5), 0, degrees(90)]);
});

test('on a dark background the watermark is light (BD-283, D-19)', async () => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const dark of [false, true]) await stampOf({ file: new Blob(), dark });
  expect(vi.mocked(pngOf).mock.calls.map(([, , light]) => light)).toEqual([false, true]);
});

test('the watermark and the image of a download are fetched as blobs (BD-284, BD-285)', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response('mark', { headers: { 'Content-Type': 'image/png' } }));
  });
  const picture = new Blob(['picture'], { type: 'image/png' });
  const file: ProofFile = {
    kind: 'img',
    blob: () => Promise.resolve(picture),
    url: '',
    size: { width: 1, height: 1 },
    close: () => {},
  };
  const markup = { state: { marks: [] }, pins: [] } as unknown as Markup;
  const marked = order({
    downloadWithWatermark: { watermarkFile: '/files/mark.png', isDownloadWithWatermark: true, isDarkBackground: true },
  });
  const reload = () => Promise.resolve(undefined);
  const nobody = () => {};
  const proof = await proofOf({ order: marked, file, markup, reload }, nobody);
  expect(asked).toEqual(['/files/mark.png']);
  expect([await proof.watermark?.file.text(), proof.watermark?.dark]).toEqual(['mark', true]);
  expect(proof.source.blob).toBe(picture);
  expect((await proofOf({ order: order(), file, markup, reload }, nobody)).watermark).toBeNull();
});
