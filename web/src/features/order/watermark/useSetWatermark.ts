import { useState } from 'react';
import { useSetWatermarkMutation, useUploadTokenMutation } from '@/api';
import type { WatermarkChoice } from '@/api/generated/proof';
import { type FileKinds, postForm } from '@/lib/files/upload';

/** The largest image for a watermark, in bytes. */
export const mostBytes = 1_048_576;

/** The pictures that can be a watermark. */
export const watermarkKinds: FileKinds = { accept: 'image/png,image/jpeg', about: 'PNG or JPEG of at most 1 MB' };

/** Returns why a file cannot be a watermark, or null when it can. */
export function pictureProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return 'Choose a PNG or JPEG picture.';
  return file.size > mostBytes ? 'The picture is larger than 1 MB. Choose a smaller one.' : null;
}

/**
 * Uploads a new image to the file store, if there is one, and then sets the watermark. Returns the
 * server's message.
 */
export function useSetWatermark(orderId: string) {
  const [token] = useUploadTokenMutation();
  const [set] = useSetWatermarkMutation();
  const [busy, setBusy] = useState(false);

  const send = async (file: File) => {
    const uploadRequest = { name: file.name, size: file.size, type: file.type };
    const { data: form } = await token({ kind: 'watermark', id: orderId, uploadRequest }).unwrap();
    await postForm(form, file, () => {});
    return { name: file.name, size: file.size, key: form.fields['key'] ?? '' };
  };
  const save = async (choice: Omit<WatermarkChoice, 'file'>, file: File | null) => {
    setBusy(true);
    try {
      const watermarkChoice = file ? { ...choice, file: await send(file) } : choice;
      return (await set({ orderId, watermarkChoice }).unwrap()).message;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
}
