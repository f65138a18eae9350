import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import { useUploadBrandFileMutation } from '@/api/people';
import { drawPicture, type Size } from '@/lib/files/drawPicture';
import { type Kind, pictureKinds, type Pictures } from './draft';

/** The most pixels of each kind. A larger picture is made smaller. */
export const sizes: Record<Kind, Size> = {
  logo: { width: 640, height: 240 },
  favicon: { width: 256, height: 256 },
  imagePlaceholder: { width: 640, height: 640 },
};

const none: Record<Kind, string> = { logo: '', favicon: '', imagePlaceholder: '' };

/** Returns in words why a picture was not taken. */
const problemOf = (error: unknown): string => (error instanceof Error ? error.message : sentence(apiError(error)));

/**
 * The pictures of a branding while it is edited. A chosen picture shows at once, and is stored at
 * once, so that saving the branding only names it.
 */
export function usePictures(clientId: string, start: Pictures) {
  const [pictures, setPictures] = useState(start);
  const [problems, setProblems] = useState(none);
  const [busy, setBusy] = useState<Kind[]>([]);
  const [upload] = useUploadBrandFileMutation();

  const put = (kind: Kind, picture: Pictures[Kind]) => setPictures((was) => ({ ...was, [kind]: picture }));
  const say = (kind: Kind, problem: string) => setProblems((was) => ({ ...was, [kind]: problem }));

  const choose = async (kind: Kind, file: File) => {
    if (busy.includes(kind)) return;
    const before = pictures[kind];
    say(kind, '');
    setBusy((kinds) => [...kinds, kind]);
    try {
      const { image, url } = await drawPicture(file, sizes[kind]);
      put(kind, { id: before.id, src: url });
      const { data } = await upload({ clientId, brandUpload: { kind, image } }).unwrap();
      put(kind, { id: data.id, src: url });
    } catch (error) {
      put(kind, before);
      say(kind, problemOf(error));
    } finally {
      setBusy((kinds) => kinds.filter((one) => one !== kind));
    }
  };

  /** Takes other pictures, such as the saved ones. */
  const reset = (to: Pictures) => {
    setPictures(to);
    setProblems(none);
  };

  return {
    pictures,
    problems,
    isBusy: (kind: Kind) => busy.includes(kind),
    anyBusy: pictureKinds.some((kind) => busy.includes(kind)),
    choose,
    set: (kind: Kind, picture: Pictures[Kind]) => {
      put(kind, picture);
      say(kind, '');
    },
    reset,
  };
}
