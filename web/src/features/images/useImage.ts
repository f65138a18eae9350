import { useState } from 'react';
import { useApiDispatch } from '@/api/hooks';
import { askImage, type GalleryImage } from '@/api/proof/images';
import { newId } from '@/lib/newId';
import { fetchFile } from '@/shared/files/fetchFile';
import { saveBlob } from '@/shared/files/saveBlob';
import { StoreLink } from '@/shared/files/StoreLink';
import { usePicture } from '@/shared/files/useThumbnail';
import { downloadToast, hideToast, toast } from '@/ui';

/** Returns the props of an `img` with the thumbnail, and how the file is downloaded. */
export function useImage(image: GalleryImage) {
  const dispatch = useApiDispatch();
  const [busy, setBusy] = useState(false);
  const linkTo = (what: 'thumbnail' | 'url') =>
    new StoreLink(image[what], async () => (await dispatch(askImage(image)))?.[what]);
  const picture = usePicture(image.versionId, () => linkTo('thumbnail'));

  const download = async () => {
    setBusy(true);
    const toastId = newId();
    const { name: fileName, size: fileSize } = image;
    const show = (percentCompleted: number) => downloadToast(toastId, { fileName, fileSize, percentCompleted });
    try {
      show(0);
      const { signal } = new AbortController();
      const get = (url: string) => fetchFile(url, fileSize, signal, (percent) => show(Math.min(percent, 99)));
      const blob = await linkTo('url').read(get, signal);
      // Saved as plain bytes, so that the browser does not act on the type.
      saveBlob(new Blob([blob], { type: 'application/octet-stream' }), fileName);
      show(100);
    } catch {
      hideToast(toastId);
      toast({ type: 'DANGER', title: 'Oops, something went wrong' }); // as given for every download (BD-449)
    } finally {
      setBusy(false);
    }
  };
  return { picture, busy, download: () => void download() };
}
