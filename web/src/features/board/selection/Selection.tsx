import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import type { Board } from '@/api/board/boardData';
import { useApiDispatch } from '@/api/hooks';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/format/text';
import { toastNotLoaded } from '@/ui';
import { cardsSelected, selectRunning, selectSelected } from '../boardSlice';

const tools = onDemand(() => import('./SelectionBar'));

/** The bar of the selected cards. Its code is loaded after the board. */
export function Selection(props: { board: Board; manual: boolean; role: string }) {
  const ids = useSelector(selectSelected).filter((id) => props.board.cards[id]);
  const running = useSelector(selectRunning);
  const wanted = ids.length > 0 || running !== null;
  const loaded = useOnDemand(tools, wanted, toastNotLoaded);
  useEscape(ids.length > 0);
  return (
    <>
      <div className="sr-only" role="status">
        {ids.length > 0 && `${plural(ids.length, 'card')} selected`}
      </div>
      {loaded && wanted && <loaded.SelectionBar {...props} ids={ids} running={running} />}
    </>
  );
}

/**
 * Clears the selection on Escape, unless the key closes a menu or dialog or cancels a drag. This is
 * not part of the bar, because the key must also work while the bar's code loads.
 */
function useEscape(selected: boolean): void {
  const dispatch = useApiDispatch();
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
