import { answerJobs } from '@/lib/inWorker';
import { difference } from './difference';
import type { Found, Job } from './job';

/** Returns the pixels of a page on white, in the size of the comparison. */
function pixels(page: ImageBitmap, width: number, height: number): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(page, 0, 0);
  page.close();
  return context.getImageData(0, 0, width, height).data;
}

async function find({ before, after, width, height, tolerance }: Job): Promise<Found> {
  const { picture, ...found } = difference(
    pixels(before, width, height),
    pixels(after, width, height),
    width,
    height,
    tolerance,
  );
  return { ...found, picture: await createImageBitmap(new ImageData(picture, width, height)) };
}

answerJobs(find, (found) => [found.picture]);
