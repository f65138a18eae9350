import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuditEventsQuery, useAuditMomentsQuery } from '@/api/desk';
import { settleMs, useSlid } from '@/lib/hooks/useSlid';
import { type Speed, within } from './moments';

/** How long each board shows while the log plays, in ms. */
export const stepMs = 800;

/** Returns the selected moment and the one it is compared with. The address stores both. */
export function useMoment() {
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAuditMomentsQuery({}, { refetchOnMountOrArgChange: true });
  const head = data?.data.head;
  const compared = Number(search.get('with') ?? '');

  const write = (moments: { at?: number; with?: number | null }) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, position] of Object.entries(moments)) {
          if (position === null) next.delete(name);
          else next.set(name, String(position));
        }
        return next;
      },
      { replace: true },
    );
  const [asked, slide] = useSlid(search.get('at'), (position) => write({ at: position }));
  const at = head ? within(asked > 0 ? asked : head, head) : undefined;
  return {
    head,
    ticks: data?.data.ticks ?? [],
    error: data ? undefined : error,
    retry: () => void refetch(),
    at,
    go: (position: number) => slide(within(position, head ?? 1)),
    with: head && compared > 0 ? within(compared, head) : undefined,
    compareWith: (position: number | null) => write({ at, with: position }),
    swap: () => at && compared > 0 && write({ at: within(compared, head ?? 1), with: at }),
  };
}

/**
 * Returns the changes of orders up to a moment, newest first, and the next change. It returns the
 * previous answer while another one loads.
 */
export function useNeighbours(at: number | undefined, speed: Speed) {
  const [settled] = useDebouncedValue(at, settleMs);
  const skip = settled === undefined;
  const before = useAuditEventsQuery({ type: 'order', cursor: (settled ?? 0) + 1, limit: 30 }, { skip });
  const after = useAuditEventsQuery({ type: 'order', after: settled ?? 0, limit: speed }, { skip });
  const events = before.data?.data.events ?? [];
  const upcoming = after.data?.data.events ?? [];
  const current = settled === at && !before.isFetching && !after.isFetching;
  const here = events[0]?.position === settled;
  return {
    events,
    loading: !before.data && before.isFetching,
    error: before.error,
    current,
    previous: current ? events[here ? 1 : 0]?.position : undefined,
    next: current ? upcoming[0]?.position : undefined,
    jump: current ? upcoming.at(-1)?.position : undefined,
  };
}

/**
 * Steps to `to` each time the current moment is shown. It stops at the end, from where it can start
 * again.
 */
export function usePlay(ready: boolean, to: number | undefined, go: (position: number) => void) {
  const [playing, setPlaying] = useState(false);
  const ended = ready && to === undefined;
  const active = playing && !ended;
  const step = useEffectEvent(() => {
    if (to !== undefined) go(to);
  });
  useEffect(() => {
    if (!active || !ready || to === undefined) return undefined;
    const timer = setTimeout(step, stepMs);
    return () => clearTimeout(timer);
  }, [active, ready, to]);
  const toggle = () => {
    if (!active && ended) go(1);
    setPlaying(!active);
  };
  return { playing: active, toggle, stop: () => setPlaying(false) };
}
