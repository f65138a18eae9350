import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TourKey } from '@/api/shell';
import { onDemand } from '@/lib/onDemand';
import { toast, toastNotLoaded } from '@/ui';
import { tourFor } from './definitions';
import { pathOf, type Viewer } from './pages';
import { useSaveTours } from './useSaveTours';

const runner = onDemand(() => import('./runner'));

/** What the address's state holds while the page of a tour that was asked for opens. */
type TourState = { tour?: TourKey } | null;

/**
 * Runs one tour at a time. `start` first goes to the tour's page. It returns whether the tour was
 * finished or skipped, and that is stored.
 */
export function useTourRun(viewer: Viewer) {
  const [running, setRunning] = useState<TourKey>();
  const [stop, setStop] = useState<AbortController>();
  const save = useSaveTours();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const wanted = (state as TourState)?.tour;

  const run = async (key: TourKey): Promise<boolean> => {
    const left = new AbortController();
    setStop(left);
    setRunning(key);
    try {
      const { runTour } = await runner.get();
      const end = await runTour(tourFor(key, viewer), left.signal);
      if (end === 'over') return await save(key, false);
      if (end === 'nothing') {
        toast({
          type: 'WARNING',
          title: 'Nothing to show yet',
          message: 'What this tour shows is not on the page. Please try it again when the page has loaded.',
        });
      }
    } catch {
      toastNotLoaded();
    } finally {
      setRunning(undefined);
    }
    return false;
  };

  // A tour ends with its page.
  useEffect(() => () => stop?.abort(), [stop, pathname]);

  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!wanted) return;
    // The tour does not start once more when the page is loaded again.
    void navigate({ pathname, search, hash }, { replace: true, state: null });
    void latest.current(wanted);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);

  const start = (key: TourKey): Promise<boolean> => {
    const page = pathOf(key);
    if (page === undefined || page === pathname) return run(key);
    void navigate(page, { state: { tour: key } satisfies TourState });
    return Promise.resolve(false);
  };
  return { running, start, save };
}
