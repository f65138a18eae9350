import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from 'react-beautiful-dnd';
import { useMediaQuery } from '@mantine/hooks';
import { useSelector } from 'react-redux';
import type { Board as BoardData } from '@/api/boardData';
import { useApiDispatch } from '@/api/hooks';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { announceDrop, announceLift, announceOver, liftInstruction } from './announcements';
import { cardLanded, cardLifted, selectSelected } from './boardSlice';
import classes from './board.module.css';
import { BoardColumn } from './BoardColumn';
import { ColumnTabs } from './ColumnTabs';
import { dropTogether, Selection } from './Selection';
import { followTouch } from './touchTarget';
import { useBoardMoves, useSendMove } from './useBoardMoves';
import { useShownRefusal } from './useShownRefusal';
import { useSwipe } from './useSwipe';
import { liftedId } from './Zone';

type Props = { board: BoardData; manual: boolean; role: string };

export function Board({ board, manual, role }: Props) {
  const dispatch = useApiDispatch();
  const move = useBoardMoves(manual, role);
  const send = useSendMove();
  const together = { dispatch, send, manual, role };
  const selected = useSelector(selectSelected);
  const refusal = useShownRefusal();
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const [name, setName] = useLocalSetting<string>('board.column', 'new-order');
  const shown = Math.max(
    board.columns.findIndex(({ typeStatus }) => typeStatus === name),
    0,
  );
  const go = (by: number) => setName(board.columns[shown + by]?.typeStatus ?? name);
  const swipe = useSwipe(go);

  const carried = (id: string) => (selected.includes(id) ? selected.length : 1);
  const carrying = (id: string) => ({ role, manual, count: carried(id) });

  const onDragStart = (start: DragStart, { announce }: ResponderProvided) => {
    dispatch(cardLifted(start.draggableId));
    announce(announceLift(board, start, carried(start.draggableId)));
  };
  const onDragUpdate = (update: DragUpdate, { announce }: ResponderProvided) =>
    announce(announceOver(board, update, carrying(update.draggableId)));
  const onDragEnd = (result: DropResult, { announce }: ResponderProvided) => {
    dispatch(cardLanded());
    const { source, destination, draggableId } = result;
    announce(announceDrop(board, result, carrying(draggableId)));
    const card = board.cards[draggableId];
    if (!card || !destination) return;
    const { droppableId: to, index } = destination;
    if (carried(draggableId) > 1) {
      dropTogether(together, selected, { to, drop: { lifted: draggableId, index } });
    } else if (source.droppableId !== to || source.index !== index) {
      void move({ card, from: source.droppableId, to, index });
    }
  };

  const columns = narrow ? board.columns.slice(shown, shown + 1) : board.columns;
  return (
    <DragDropContext
      onDragStart={onDragStart}
      onDragUpdate={onDragUpdate}
      onDragEnd={onDragEnd}
      dragHandleUsageInstructions={liftInstruction}
    >
      {narrow && <ColumnTabs columns={board.columns} shown={shown} onShow={setName} />}
      <div
        className={classes.columns}
        data-narrow={narrow || undefined}
        onTouchStart={(event) => {
          followTouch(event.target);
          if (narrow) swipe.onTouchStart(event);
        }}
        onTouchEnd={narrow ? swipe.onTouchEnd : undefined}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.typeStatus}
            column={column}
            board={board}
            role={role}
            manual={manual}
            panel={narrow}
          />
        ))}
      </div>
      <ol id={liftedId} className={classes.clones} />
      <Selection board={board} context={together} />
      <div className="sr-only" role="alert">
        {refusal?.sentence}
      </div>
    </DragDropContext>
  );
}
