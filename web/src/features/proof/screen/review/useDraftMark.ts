import { useEffect, useEffectEvent } from 'react';
import { decode, type Size, shapeId, sizeOf } from '../../engine';
import type { Markup } from '../../markup';
import { drafts } from '@/shared/threads/message/drafts';

/** Restores the mark of a comment that was being written before a reload. */
export function useDraftMark(draftKey: string, pages: readonly Size[], readOnly: boolean, markup: Markup): void {
  const restore = useEffectEvent(() => {
    const annotation = drafts.read(`mark:${draftKey}`)?.annotation;
    const id = shapeId(annotation);
    if (!annotation || !id || readOnly || markup.unsaved) return;
    const mark = decode(annotation, (page) => sizeOf(pages, page), { id, editable: true });
    if (!mark || mark.page > pages.length || sizeOf(pages, mark.page).guessed) return;
    markup.dispatch({ type: 'restored', mark: { ...mark, isUnsaved: true } });
  });
  useEffect(() => {
    if (pages.length > 0) restore();
  }, [draftKey, pages]);
}
