import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Topic } from '@/api';
import type { PinLook } from './canvas/Pins';
import {
  decode,
  type Event,
  initial,
  type Mark,
  type Pin,
  pins as number,
  type Size,
  sizeOf,
  type State,
  step,
} from './engine';

/** Where the open topic shows: at its mark or in the panel. */
export type Place = 'mark' | 'panel';

/** A change of a mark that no read has shown yet. */
export interface Sent {
  annotation: string;
  /** When the server had stored it, in ms since 1970; infinite until then, 0 if it was refused. */
  storedAt: number;
}

/** The marks of a version's tab as the screen shows them, and the one under the pointer. */
export interface Markup {
  state: State;
  dispatch: (event: Event) => void;
  pins: readonly Pin[];
  looks: ReadonlyMap<string, PinLook>;
  resolved: ReadonlySet<string>;
  hovered: string | null;
  hover: (id: string | null) => void;
  place: Place;
  openAtMark: (id: string) => void;
  openInPanel: (id: string | null) => void;
  /** The mark that has no comment yet. */
  unsaved: Mark | null;
  /** The marks of the last server answer. */
  stored: ReadonlyMap<string, Mark>;
  /** The last changes of marks. A mark in it stays as it is, whatever an older read says of it. */
  sent: Map<string, Sent>;
}

/** Forgets the changes that a read of this time shows. Reports whether there were any. */
function shows(sent: Map<string, Sent>, askedAt: number | undefined): boolean {
  const before = sent.size;
  if (askedAt !== undefined) for (const [id, { storedAt }] of sent) if (storedAt < askedAt) sent.delete(id);
  return sent.size < before;
}

function marksOf(topics: readonly Topic[], pages: readonly Size[], readOnly: boolean): Mark[] {
  if (pages.length === 0) return [];
  return topics.flatMap((topic) => {
    const owner = { id: topic.id, editable: topic.can.edit && !readOnly };
    const mark = decode(topic.annotation, (page) => sizeOf(pages, page), owner);
    return mark && mark.page <= pages.length ? [{ ...mark, isUnsaved: false }] : [];
  });
}

function lookOf(topic: Topic, mark: Mark | undefined): PinLook {
  const answers = topic.comments.length;
  const words = [
    `by ${topic.sender.name}`,
    answers === 1 ? '1 reply' : `${answers} replies`,
    topic.isResolve ? 'resolved' : 'open',
  ];
  return { color: mark?.color ?? 'blue', resolved: topic.isResolve, label: words.join(', ') };
}

interface Options {
  /** Changes with the version and the tab. */
  key: string;
  topics: readonly Topic[];
  /** See `Detail.askedAt`. */
  askedAt: number | undefined;
  pages: readonly Size[];
  readOnly: boolean;
}

export function useMarkup({ key, topics, askedAt, pages, readOnly }: Options): Markup {
  const [state, dispatch] = useReducer(step, initial);
  const [hovered, hover] = useState<string | null>(null);
  const [place, setPlace] = useState<Place>('panel');
  const [sent] = useState(() => new Map<string, Sent>());

  const marks = useMemo(() => marksOf(topics, pages, readOnly), [topics, pages, readOnly]);
  const stored = useMemo(() => new Map(marks.map((m) => [m.id, m])), [marks]);
  const looks = useMemo(() => new Map(topics.map((t) => [t.id, lookOf(t, stored.get(t.id))])), [topics, stored]);
  const resolved = useMemo(() => new Set(topics.filter((t) => t.isResolve).map((t) => t.id)), [topics]);
  const made = useMemo(() => new Map(topics.map((t) => [t.id, t.dateCreated])), [topics]);
  const numbered = useMemo(() => number(state.marks, state.pages, made), [state.marks, state.pages, made]);
  const unsaved = state.marks.find((m) => m.isUnsaved) ?? null;

  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    dispatch({ type: 'cancel' });
    dispatch({ type: 'reset' });
  }, [key]);
  useEffect(() => dispatch({ type: 'readOnly', readOnly }), [readOnly]);
  useEffect(() => dispatch({ type: 'pages', pages }), [pages]);
  useEffect(() => {
    if (shows(sent, askedAt)) dispatch({ type: 'loaded', marks, held: new Set(sent.keys()) });
  }, [marks, askedAt, sent]);
  useEffect(() => dispatch({ type: 'loaded', marks, held: new Set(sent.keys()) }), [marks, key, sent]);

  const send = useCallback((event: Event) => {
    if (event.type === 'grab' || event.type === 'down') setPlace('mark');
    dispatch(event);
  }, []);
  const openAtMark = useCallback((id: string) => {
    setPlace('mark');
    dispatch({ type: 'select', id });
  }, []);
  const openInPanel = useCallback((id: string | null) => {
    setPlace('panel');
    dispatch({ type: 'select', id });
  }, []);

  return {
    state,
    dispatch: send,
    pins: numbered,
    looks,
    resolved,
    hovered,
    hover,
    place,
    openAtMark,
    openInPanel,
    unsaved,
    stored,
    sent,
  };
}
