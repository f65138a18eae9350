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

function start(version: Version | undefined, reload: Reload): Shown {
  const link = version?.thumbnail ? versionLink(version, reload, ({ thumbnail }) => thumbnail) : null;
  return { of: version?.id, link, src: link?.fresh, tried: false };
}

/**
 * The picture of a version for an `img`; without `src` there is none. The link that was shown first stays when the order is
 * read again, so that the picture is not fetched again.
 */
export function useThumbnail(version: Version | undefined, reload: Reload) {
  const [shown, setShown] = useState(() => start(version, reload));
  // another version, or the server has made the picture meanwhile
  if (shown.of !== version?.id || (!shown.link && version?.thumbnail)) setShown(start(version, reload));
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
