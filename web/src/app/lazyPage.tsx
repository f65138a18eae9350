import { type ComponentType, useEffect, useState } from 'react';
import { firstPageShown, onceIdle } from '@/lib/onDemand';
import { PageSkeleton } from '@/ui/PageSkeleton';
import { LazyTimeout } from './LazyTimeout';

/** `ahead` fetches what the page needs besides itself. */
type Page = { default: ComponentType; ahead?: () => Promise<unknown> };

/** A page that can be fetched, once the browser is idle, before anybody goes there; it then shows at once. */
type Lazy = ComponentType & { ahead: () => void };

/** A lazy-loaded page waits this long before it shows, and gives up after the second (BD-430, BD-431). */
export const lazyDelayMs = 300;
export const lazyTimeoutMs = 10_000;

type Options = {
  /** The page has to load more before it shows and says so itself. */
  tellsWhenShown?: boolean;
  /** Where people go from here: fetched ahead. */
  next?: () => Lazy;
};

/** A page in a chunk of its own. Once loaded it shows at once. */
export function lazyPage(load: () => Promise<Page>, { tellsWhenShown = false, next }: Options = {}): Lazy {
  let loaded: ComponentType | undefined;

  function LazyPage() {
    const [Loaded, setLoaded] = useState<ComponentType | undefined>(() => loaded);
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

    if (Loaded) return <Loaded />;
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
      fetching.catch(() => {}); // it is only early: whoever goes there hears of a failure
    });
  return LazyPage;
}
