import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApiSelector } from '@/api';
import { selectConnection } from '@/api/connection';
import { onLive, sayLive } from '@/api/live';
import { useLocalSetting } from '@/lib/useLocalSetting';
import type { VersionKey } from '../threads/useTopicActions';
import { type Cursor, heard, peopleOf, remembered, sayEveryMs, type Viewer } from './presence';

/** A cursor is told this often at most. */
const cursorEveryMs = 80;

export interface Presence {
  people: Viewer['person'][];
  /** The cursors of those who show them. */
  viewers: readonly Viewer[];
  sharing: boolean;
  setSharing: (on: boolean) => void;
  /** Tells where the cursor is, if it is shown to others. */
  point: (cursor: Cursor | null) => void;
}

const none: readonly Viewer[] = [];

/** Who else looks at this version now, and their cursors if they wish (BY-029). `on` is false for the past and for guests. */
export function usePresence({ orderId, attachmentId, versionId }: VersionKey, me: string, on: boolean): Presence {
  const [viewers, setViewers] = useState<{ of: string; list: readonly Viewer[] }>({ of: versionId, list: [] });
  const [setting, setSetting] = useLocalSetting<'on' | 'off'>('share-cursor', 'off');
  const { live } = useApiSelector(selectConnection);
  const sharing = setting === 'on';
  const cursor = useRef<Cursor | null>(null);
  const said = useRef(0);

  const say = useCallback(
    (more: object = {}) => sayLive('look', { orderId, attachmentId, versionId, ...more }),
    [orderId, attachmentId, versionId],
  );
  const sayWhere = useCallback(() => say(cursor.current ? { cursor: cursor.current } : {}), [say]);

  useEffect(() => {
    if (!on || !live) return undefined;
    const list = (change: (now: readonly Viewer[]) => readonly Viewer[]) =>
      setViewers(({ of, list: now }) => ({ of: versionId, list: change(of === versionId ? now : []) }));
    sayWhere();
    const known = new Set<string>();
    const stop = onLive(({ event, data }) => {
      if (event !== 'presence') return;
      list((now) => heard(now, data, versionId, performance.now()));
      // whoever is new has not heard of us yet
      const viewer = typeof data === 'object' && data !== null && 'viewer' in data ? String(data.viewer) : '';
      if (!known.has(viewer)) sayWhere();
      known.add(viewer);
    });
    const timer = setInterval(() => {
      sayWhere();
      list((now) => remembered(now, performance.now()));
    }, sayEveryMs);
    return () => {
      stop();
      clearInterval(timer);
      say({ left: true });
    };
  }, [on, live, say, sayWhere, versionId]);

  const point = useCallback(
    (at: Cursor | null) => {
      if (!sharing || !on) return;
      cursor.current = at;
      const now = performance.now();
      if (at && now - said.current < cursorEveryMs) return;
      said.current = now;
      sayWhere();
    },
    [sharing, on, sayWhere],
  );
  const setSharing = useCallback(
    (share: boolean) => {
      setSetting(share ? 'on' : 'off');
      cursor.current = null;
      if (!share) sayWhere();
    },
    [setSetting, sayWhere],
  );

  const list = viewers.of === versionId ? viewers.list : none;
  const people = useMemo(() => peopleOf(list, me), [list, me]);
  return useMemo(
    () => ({ people, viewers: list, sharing, setSharing, point }),
    [people, list, sharing, setSharing, point],
  );
}
