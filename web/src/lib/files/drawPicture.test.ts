import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawPicture } from './drawPicture';

const most = { width: 640, height: 240 };
const drawn = vi.fn<(...args: unknown[]) => void>();
const revoked = vi.fn<(url: string) => void>();
let blobs: Blob[];
let png: string;

/** Shows every file as a picture of this size, or fails with `null`. */
function pictures(size: { width: number; height: number } | null) {
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = size?.width ?? 0;
      naturalHeight = size?.height ?? 0;
      decode = () => (size ? Promise.resolve() : Promise.reject(new Error('broken')));
    },
  );
}

beforeEach(() => {
  blobs = [];
  png = 'cG5n';
  drawn.mockClear();
  revoked.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return `blob:${blobs.length}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked);
  const context = { drawImage: drawn } as unknown as ReturnType<HTMLCanvasElement['getContext']>;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `data:image/png;base64,${png}`);
});
afterEach(() => vi.unstubAllGlobals());

const photo = () => new File(['x'], 'logo.jpg', { type: 'image/jpeg' });

test.each([
  ['a small one keeps its size', { width: 120, height: 40 }, { width: 120, height: 40 }],
  ['a wide one gets the full width', { width: 6400, height: 1200 }, { width: 640, height: 120 }],
  ['a high one gets the full height', { width: 480, height: 960 }, { width: 120, height: 240 }],
  ['a line does not vanish', { width: 64_000, height: 10 }, { width: 640, height: 1 }],
])('a picture becomes a PNG: %s', async (_, natural, size) => {
  pictures(natural);
  expect(await drawPicture(photo(), most)).toEqual({ image: 'cG5n', url: 'data:image/png;base64,cG5n', ...size });
  expect(drawn).toHaveBeenCalledWith(expect.anything(), 0, 0, size.width, size.height);
  expect(revoked).toHaveBeenCalledWith('blob:1');
});

describe('an SVG is enlarged before it is drawn', () => {
  const svgOf = async (text: string) => {
    pictures({ width: 1, height: 1 });
    await drawPicture(new File([text], 'logo.svg', { type: 'image/svg+xml' }), most);
    const root = new DOMParser().parseFromString((await blobs[0]?.text()) ?? '', 'image/svg+xml').documentElement;
    return ['width', 'height', 'viewBox'].map((name) => root.getAttribute(name));
  };

  test.each([
    ['by its view box', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"/>', ['480', '240', '0 0 24 12']],
    ['by its size', '<svg xmlns="http://www.w3.org/2000/svg" width="64px" height="8"/>', ['640', '80', '0 0 64 8']],
    ['to all there is without a size', '<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>', ['640', '240', null]],
  ])('%s', async (_, text, want) => {
    expect(await svgOf(text)).toEqual(want);
  });
});

describe('a file is refused with a sentence', () => {
  test('that the browser cannot show', async () => {
    pictures(null);
    await expect(drawPicture(photo(), most)).rejects.toThrow(/^This file cannot be read as a picture/);
    expect(revoked).toHaveBeenCalledWith('blob:1');
  });

  test('that only calls itself an SVG', async () => {
    pictures({ width: 1, height: 1 });
    const file = new File(['<html/>'], 'logo.svg', { type: 'image/svg+xml' });
    await expect(drawPicture(file, most)).rejects.toThrow(/^This file cannot be read as a picture/);
    expect(blobs).toEqual([]);
  });

  test('that is larger than 5 MB', async () => {
    const file = photo();
    vi.spyOn(file, 'size', 'get').mockReturnValue(5 * 1024 * 1024 + 1);
    await expect(drawPicture(file, most)).rejects.toThrow(/^This file is larger than 5 MB/);
    expect(blobs).toEqual([]);
  });

  test('that is still larger than 1,000,000 bytes when it is drawn', async () => {
    pictures(most);
    png = 'a'.repeat(1_333_340);
    await expect(drawPicture(photo(), most)).rejects.toThrow(/^This picture is still larger than 1 MB/);
  });
});
