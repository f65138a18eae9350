import { useEffect, useState } from 'react';
import type { Version } from '@/api/generated';
import type { StoreLink } from './StoreLink';
import { type Reload, versionLink } from './versionLink';

interface Shown {
  of: string | undefined;
  link: StoreLink | null;
  src: string | undefined;
  /** Set when the image also failed with a fresh link. */
  tried: boolean;
}

const start = (of: string | undefined, link: StoreLink | null): Shown => ({ of, link, src: link?.fresh, tried: false });

/**
 * Returns the props of an `img` for the thumbnail of a version. Without `src` there is no
 * thumbnail.
 */
export function useThumbnail(version: Version | undefined, reload: Reload) {
  const link = () => (version?.thumbnail ? versionLink(version, reload, ({ thumbnail }) => thumbnail) : null);
  return usePicture(version?.id, version?.thumbnail ? link : null);
}

/**
 * Returns the props of an `img` for the image behind a link. Without `src` there is no image. While
 * `of` stays the same, the first link is kept, so that refetching its data does not load the image
 * again.
 */
export function usePicture(of: string | undefined, given: StoreLink | (() => StoreLink | null) | null) {
  const make = () => start(of, typeof given === 'function' ? given() : given);
  const [shown, setShown] = useState(make);
  // Another image, or the server has made the thumbnail meanwhile.
  if (shown.of !== of || (!shown.link && given)) setShown(make);
  const { link, src, tried } = shown;

  useEffect(() => {
    if (!link || src !== undefined || tried) return undefined;
    let left = false;
    void link.current().then((url) => {
      if (!left) setShown((was) => (was.link === link ? { ...was, src: url } : was));
    });
    return () => {
      left = true;
    };
  }, [link, src, tried]);

  const onError = () => {
    if (!link || src === undefined) return;
    setShown({ ...shown, src: undefined, tried: true });
    if (tried) return;
    void link.instead(src).then((url) => {
      setShown((was) => (was.link === link ? { ...was, src: url } : was));
    });
  };
  return { src, onError };
}
