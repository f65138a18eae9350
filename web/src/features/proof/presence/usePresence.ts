import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useApiSelector } from '@/api';
import { selectConnection } from '@/api/request/connection';
import { onLive, sayLive } from '@/api/live/live';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import type { VersionKey } from '../threads/useTopicActions';
import { type Cursor, heard, remembered, sayEveryMs, type Viewer } from './presence';

/** The shortest interval between two messages about a cursor, in ms. */
const cursorEveryMs = 80;

/**
 * Stores the viewers outside React: cursors move often, and only the components that show them
 * should update.
 */
class Lookers {
  #list: readonly Viewer[] = [];
  readonly #listeners = new Set<() => void>();

  readonly get = (): readonly Viewer[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(list: readonly Viewer[]): void {
    if (list === this.#list) return;
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

export interface Presence {
  lookers: Lookers;
  sharing: boolean;
  setSharing: (on: boolean) => void;
  /** Sends the position of the cursor if it is shared; null when it has left the page. */
  point: (cursor: Cursor | null) => void;
}

export const PresenceContext = createContext<Presence | null>(null);

/** Returns the other browsers that show this version. */
export const useLookers = (presence: Presence): readonly Viewer[] =>
  useSyncExternalStore(presence.lookers.subscribe, presence.lookers.get);

export const usePresenceHere = (): Presence | null => useContext(PresenceContext);

/**
 * Tracks who else views this version, and reports that the user does (BY-029). `on` is false for
 * the past and for guests.
 */
export function usePresence({ orderId, attachmentId, versionId }: VersionKey, on: boolean): Presence {
  const [lookers] = useState(() => new Lookers());
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
    sayWhere();
    const known = new Set<string>();
    const stop = onLive(({ event, data }) => {
      if (event !== 'presence') return;
      lookers.set(heard(lookers.get(), data, versionId, performance.now()));
      // A new viewer does not know this one yet.
      const viewer = typeof data === 'object' && data !== null && 'viewer' in data ? String(data.viewer) : '';
      if (!known.has(viewer)) sayWhere();
      known.add(viewer);
    });
    const timer = setInterval(() => {
      sayWhere();
      lookers.set(remembered(lookers.get(), performance.now()));
    }, sayEveryMs);
    return () => {
      stop();
      clearInterval(timer);
      say({ left: true });
      lookers.set([]);
    };
  }, [on, live, say, sayWhere, versionId, lookers]);

  const point = useCallback(
    (at: Cursor | null) => {
      if (!sharing || !on || (!at && !cursor.current)) return;
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
      sayWhere();
    },
    [setSetting, sayWhere],
  );
  return useMemo(() => ({ lookers, sharing, setSharing, point }), [lookers, sharing, setSharing, point]);
}
