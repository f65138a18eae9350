import { type ComponentType, useEffect, useState } from 'react';
import { firstPageShown, onceIdle } from '@/lib/onDemand';
import { PageSkeleton } from '@/ui/page/PageSkeleton';
import { LazyTimeout } from './LazyTimeout';

/** `ahead` prefetches what the page needs besides its own code. */
type Page<P> = { default: ComponentType<P>; ahead?: () => Promise<unknown> };

/** A page whose code can be prefetched once the browser is idle. The page then shows at once. */
type Lazy<P = object> = ComponentType<P> & { ahead: () => void };

/**
 * The delay in ms before a lazy-loaded page shows, and the timeout below after which loading fails
 * (BD-430, BD-431).
 */
export const lazyDelayMs = 300;
export const lazyTimeoutMs = 10_000;

export type Options = {
  /** Set when the page loads more data before it shows, and reports that itself. */
  tellsWhenShown?: boolean;
  /** The page that users usually open next. It is prefetched. */
  next?: () => Lazy;
};

/** Returns a page in a separate chunk. Once loaded it shows at once. */
export function lazyPage<P extends object = object>(
  load: () => Promise<Page<P>>,
  { tellsWhenShown = false, next }: Options = {},
): Lazy<P> {
  let loaded: ComponentType<P> | undefined;

  function LazyPage(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    const [attempt, setAttempt] = useState(0);

    useEffect(() => {
      if (Loaded) return undefined;
      let gone = false;
      const giveUp = setTimeout(() => setFailed(true), lazyTimeoutMs);
      const delay = new Promise((resolve) => setTimeout(resolve, lazyDelayMs));
      Promise.all([load(), delay])
        .then(([page]) => {
          loaded = page.default;
          if (!gone) setLoaded(() => page.default);
        })
        .catch(() => {
          if (!gone) setFailed(true);
        })
        .finally(() => clearTimeout(giveUp));
      return () => {
        gone = true;
        clearTimeout(giveUp);
      };
    }, [Loaded, attempt]);

    useEffect(() => {
      if (Loaded && !tellsWhenShown) firstPageShown();
      if (Loaded) next?.().ahead();
    }, [Loaded]);

    if (Loaded) return <Loaded {...props} />;
    if (!failed) return <PageSkeleton />;
    return (
      <LazyTimeout
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  }

  LazyPage.ahead = () =>
    onceIdle(() => {
      const fetching = load().then((page) => {
        loaded = page.default;
        return page.ahead?.();
      });
      // A failed prefetch is ignored, because opening the page reports the failure.
      fetching.catch(() => {});
    });
  return LazyPage;
}
