import { useEffect, useEffectEvent } from 'react';
import { encode, type Mark, sizeOf } from '../../engine';
import type { Markup } from '../../markup';
import type { TopicActions } from '../../threads/useTopicActions';

/**
 * How long a mark must rest before its new place is sent, in ms: arrow keys often come in quick
 * succession.
 */
export const restMs = 500;

/** Sends the new places of the user's own marks. Nothing is sent when nothing changed (D-18). */
export function useMoves(markup: Markup, actions: TopicActions, scale: number): void {
  const { state, stored, sent } = markup;

  const text = (mark: Mark) => JSON.stringify(encode(mark, sizeOf(state.pages, mark.page), scale));
  const send = useEffectEvent(() => {
    for (const mark of state.marks) {
      const [before, last] = [stored.get(mark.id), sent.get(mark.id)];
      if (!before || (before === mark && !last) || mark.isUnsaved || !mark.editable) continue;
      const annotation = text(mark);
      if (annotation === (last?.storedAt ? last.annotation : text(before))) continue;
      const change = { annotation, storedAt: Infinity };
      sent.set(mark.id, change);
      void actions.place(mark.id, annotation).then((done) => {
        change.storedAt = done ? Date.now() : 0;
      });
    }
  });

  useEffect(() => {
    if (state.gesture) return undefined;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [state.marks, state.gesture]);
}
