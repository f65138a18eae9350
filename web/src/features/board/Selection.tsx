import { useSelector } from 'react-redux';
import type { Board } from '@/api/boardData';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/text';
import { toastNotLoaded } from '@/ui';
import { selectRunning, selectSelected } from './boardSlice';
import type { useBulkMoves } from './useBulkMoves';

const bar = onDemand(() => import('./SelectionBar'));

export type Bulk = ReturnType<typeof useBulkMoves>;

/** The bar of the selected cards; its code comes when the board is there. */
export function Selection({ board, bulk }: { board: Board; bulk: Bulk }) {
  const ids = useSelector(selectSelected).filter((id) => board.cards[id]);
  const running = useSelector(selectRunning);
  const wanted = ids.length > 0 || running !== null;
  const loaded = useOnDemand(bar, wanted, toastNotLoaded);
  return (
    <>
      <div className="sr-only" role="status">
        {ids.length > 0 && `${plural(ids.length, 'card')} selected`}
      </div>
      {loaded && wanted && <loaded.SelectionBar ids={ids} board={board} bulk={bulk} running={running} />}
    </>
  );
}
