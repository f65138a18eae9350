import type { FileKinds } from '@/lib/files/upload';
import { type Crop, sideOf } from './crop';

/** The pictures that every browser can show. They may have any size, because a square of them is sent. */
export const pictureKinds: FileKinds = {
  accept: 'image/png,image/jpeg,image/webp,image/gif',
  about: 'PNG, JPEG, WebP or GIF of any size',
};

/** The side of an avatar in pixels, and the quality of its JPEG. */
const avatarSide = 512;
const quality = 0.9;

/** A picture that the user chose. `close` frees its memory. */
export type Picture = { image: HTMLImageElement; url: string; width: number; height: number; close: () => void };

/** Reads a picture. Fails when the browser cannot show the file. */
export async function openPicture(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { image, url, width: image.naturalWidth, height: image.naturalHeight, close };
}

/** Returns the cut square as a JPEG of 512 x 512 pixels, in base64. */
export function cutOut(picture: Picture, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = avatarSide;
  canvas.height = avatarSide;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  const side = sideOf(picture, crop);
  context.fillStyle = '#ffffff'; // A JPEG has no transparency: it would become black.
  context.fillRect(0, 0, avatarSide, avatarSide);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, avatarSide, avatarSide);
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
}
