import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { DropResult } from 'react-beautiful-dnd';
import { useSelector } from 'react-redux';
import type { Board as BoardData } from '@/api/board/boardData';
import { useApiDispatch } from '@/api/hooks';
import { mobile } from '@/lib/mobile';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { usePlacing } from '@/shared/payg/usePlacing';
import { selectSelected } from './boardSlice';
import classes from './board.module.css';
import { BoardColumn } from './columns/BoardColumn';
import { ColumnTabs } from './columns/ColumnTabs';
import { DragContext } from './drag/DragContext';
import { dropTogether, Selection } from './selection/Selection';
import { followTouch } from './drag/touchTarget';
import { useBoardMoves, useSendMove } from './useBoardMoves';
import { useDragAndDrop } from './drag/useDragAndDrop';
import { useShownRefusal } from './useShownRefusal';
import { useSwipe } from './columns/useSwipe';

type Props = { board: BoardData; manual: boolean; role: string };

export function Board({ board, manual, role }: Props) {
  const dispatch = useApiDispatch();
  const move = useBoardMoves(manual, role);
  const send = useSendMove();
  const placing = usePlacing();
  const together = { dispatch, send, placing, manual, role };
  const selected = useSelector(selectSelected);
  const refusal = useShownRefusal();
  const narrow = useMediaQuery(mobile, false, { getInitialValueInEffect: false });
  const [name, setName] = useLocalSetting<string>('board.column', 'new-order');
  const shown = Math.max(
    board.columns.findIndex(({ typeStatus }) => typeStatus === name),
    0,
  );
  const go = (by: number) => setName(board.columns[shown + by]?.typeStatus ?? name);
  const swipe = useSwipe(go);
  const root = useRef<HTMLDivElement>(null);
  const [scrolls] = useState(() => new Map<string, number>());
  const drag = useDragAndDrop(root);

  const carried = (id: string) => (selected.includes(id) ? selected.length : 1);
  const onDrop = ({ source, destination, draggableId }: DropResult) => {
    const card = board.cards[draggableId];
    if (!card || !destination) return;
    const { droppableId: to, index } = destination;
    if (carried(draggableId) > 1) {
      dropTogether(together, selected, { to, drop: { lifted: draggableId, index } });
    } else if (source.droppableId !== to || source.index !== index) {
      void move({ card, from: source.droppableId, to, index });
    }
  };

  const shownColumns = narrow ? board.columns.slice(shown, shown + 1) : board.columns;
  const columns = (
    <div
      ref={root}
      className={classes.columns}
      data-narrow={narrow || undefined}
      onTouchStart={(event) => {
        followTouch(event.target);
        if (narrow) swipe.onTouchStart(event);
      }}
      onTouchEnd={narrow ? swipe.onTouchEnd : undefined}
    >
      {shownColumns.map((column) => (
        <BoardColumn
          key={column.typeStatus}
          column={column}
          board={board}
          role={role}
          manual={manual}
          panel={narrow}
          scrolls={scrolls}
        />
      ))}
    </div>
  );
  return (
    <DragContext value={drag}>
      {narrow && <ColumnTabs columns={board.columns} shown={shown} onShow={setName} />}
      {drag ? (
        <drag.DragArea board={board} manual={manual} role={role} carried={carried} onDrop={onDrop}>
          {columns}
        </drag.DragArea>
      ) : (
        columns
      )}
      <Selection board={board} context={together} />
      <div className="sr-only" role="alert">
        {refusal?.sentence}
      </div>
    </DragContext>
  );
}
