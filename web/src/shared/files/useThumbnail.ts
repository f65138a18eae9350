import { useEffect, useState } from 'react';
import type { Version } from '@/api/generated';
import type { StoreLink } from './StoreLink';
import { type Reload, versionLink } from './versionLink';

interface Shown {
  of: string | undefined;
  link: StoreLink | null;
  src: string | undefined;
  /** The picture failed with a fresh link too. */
  tried: boolean;
}

const start = (of: string | undefined, link: StoreLink | null): Shown => ({ of, link, src: link?.fresh, tried: false });

/** The picture of a version for an `img`; without `src` there is none. */
export function useThumbnail(version: Version | undefined, reload: Reload) {
  const link = () => (version?.thumbnail ? versionLink(version, reload, ({ thumbnail }) => thumbnail) : null);
  return usePicture(version?.id, version?.thumbnail ? link : null);
}

/**
 * The picture behind a link for an `img`; without `src` there is none. The link that was shown first stays as long as `of` does,
 * so that the picture is not fetched again when what it came with is read again.
 */
export function usePicture(of: string | undefined, given: StoreLink | (() => StoreLink | null) | null) {
  const make = () => start(of, typeof given === 'function' ? given() : given);
  const [shown, setShown] = useState(make);
  // something else, or the server has made the picture meanwhile
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
