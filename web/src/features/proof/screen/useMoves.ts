import { useEffect, useEffectEvent } from 'react';
import { encode, type Mark, sizeOf } from '../engine';
import type { Markup } from '../markup';
import type { TopicActions } from '../threads/useTopicActions';

/** A mark's new place is sent once it has rested for this long: arrow keys come in rows. */
export const restMs = 500;

/** Sends the new places of the author's own marks; nothing is sent when nothing changed (D-18). */
export function useMoves(markup: Markup, actions: TopicActions, scale: number): void {
  const { state, stored, hold } = markup;

  const text = (mark: Mark) => JSON.stringify(encode(mark, sizeOf(state.pages, mark.page), scale));
  const send = useEffectEvent(() => {
    for (const mark of state.marks) {
      const before = stored.get(mark.id);
      if (!before || before === mark || mark.isUnsaved || !mark.editable || text(before) === text(mark)) continue;
      hold(mark.id, true);
      void actions.place(mark.id, text(mark)).then(() => hold(mark.id, false));
    }
  });

  useEffect(() => {
    if (state.gesture) return undefined;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [state.marks, state.gesture]);
}
