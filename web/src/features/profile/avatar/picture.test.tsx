import { afterEach, expect, test, vi } from 'vitest';
import { cutOut, openPicture } from './picture';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the square becomes a JPEG of 512 x 512 pixels without the start of its data URL', () => {
  const context = { fillRect: vi.fn<() => void>(), drawImage: vi.fn<(...args: unknown[]) => void>() };
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
  getContext.mockReturnValue(context as unknown as ReturnType<HTMLCanvasElement['getContext']>);
  const toDataURL = vi
    .spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    .mockReturnValue('data:image/jpeg;base64,anBlZw==');
  const image = new Image();
  const picture = { image, url: 'blob:one', width: 800, height: 400, close: () => {} };
  expect(cutOut(picture, { x: 300, y: 100, zoom: 2 })).toBe('anBlZw==');
  expect(context.drawImage).toHaveBeenCalledWith(image, 200, 0, 200, 200, 0, 0, 512, 512);
  expect(toDataURL).toHaveBeenCalledWith('image/jpeg', expect.any(Number));
});

test('a file that the browser cannot show fails and frees its memory', async () => {
  const revokeObjectURL = vi.fn<(url: string) => void>();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL }));
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.reject(new Error('broken'));
    },
  );
  await expect(openPicture(new File(['x'], 'me.txt'))).rejects.toThrow('broken');
  expect(revokeObjectURL).toHaveBeenCalledWith('blob:one');
});
