import { useEffect, useEffectEvent, useRef } from 'react';
import { encode, type Mark, sizeOf } from '../engine';
import type { Markup } from '../markup';
import type { TopicActions } from '../threads/useTopicActions';

/**
 * How long a mark must rest before its new place is sent, in ms: arrow keys often come in quick
 * succession.
 */
export const restMs = 500;

/** Sends the new places of the user's own marks. Nothing is sent when nothing changed (D-18). */
export function useMoves(markup: Markup, actions: TopicActions, scale: number): void {
  const { state, stored, hold } = markup;
  const latest = useRef(new Map<string, Promise<unknown>>());

  const text = (mark: Mark) => JSON.stringify(encode(mark, sizeOf(state.pages, mark.page), scale));
  const send = useEffectEvent(() => {
    for (const mark of state.marks) {
      const before = stored.get(mark.id);
      if (!before || before === mark || mark.isUnsaved || !mark.editable || text(before) === text(mark)) continue;
      hold(mark.id, true);
      const sending = actions.place(mark.id, text(mark));
      latest.current.set(mark.id, sending);
      void sending.then(() => {
        if (latest.current.get(mark.id) !== sending) return;
        latest.current.delete(mark.id);
        hold(mark.id, false);
      });
    }
  });

  useEffect(() => {
    if (state.gesture) return undefined;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [state.marks, state.gesture]);
}
