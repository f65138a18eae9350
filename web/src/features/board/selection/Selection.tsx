import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import type { Board } from '@/api/board/boardData';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/format/text';
import { toastNotLoaded } from '@/ui';
import { cardsSelected, selectRunning, selectSelected } from '../boardSlice';
import type { BulkContext, BulkDrop } from './bulk';

const tools = onDemand(() => import('./SelectionBar'));

/** Moves the selected cards to the place where one of them was dropped. */
export function dropTogether(context: BulkContext, ids: string[], drop: BulkDrop): void {
  tools.get().then(({ makeBulk }) => makeBulk(context).move(ids, drop), toastNotLoaded);
}

/** The bar of the selected cards. Its code is loaded after the board. */
export function Selection({ board, context }: { board: Board; context: BulkContext }) {
  const ids = useSelector(selectSelected).filter((id) => board.cards[id]);
  const running = useSelector(selectRunning);
  const wanted = ids.length > 0 || running !== null;
  const loaded = useOnDemand(tools, wanted, toastNotLoaded);
  useEscape(ids.length > 0, context.dispatch);
  return (
    <>
      <div className="sr-only" role="status">
        {ids.length > 0 && `${plural(ids.length, 'card')} selected`}
      </div>
      {loaded && wanted && <loaded.SelectionBar ids={ids} board={board} context={context} running={running} />}
    </>
  );
}

/**
 * Clears the selection on Escape, unless the key closes a menu or dialog or cancels a drag. This is
 * not part of the bar, because the key must also work while the bar's code loads.
 */
function useEscape(selected: boolean, dispatch: BulkContext['dispatch']): void {
  useEffect(() => {
    if (!selected) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const open = '[role="menu"], [role="dialog"], [data-lifted]';
      if (event.key === 'Escape' && !document.querySelector(open)) dispatch(cardsSelected([]));
    };
    // The capture phase runs before the handlers that close menus and dialogs.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [selected, dispatch]);
}
