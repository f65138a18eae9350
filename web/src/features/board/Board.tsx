import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from 'react-beautiful-dnd';
import type { Board as BoardData } from '@/api/boardData';
import { useApiDispatch } from '@/api/hooks';
import { announceDrop, announceLift, announceOver, liftInstruction } from './announcements';
import { cardLanded, cardLifted } from './boardSlice';
import classes from './board.module.css';
import { BoardColumn } from './BoardColumn';
import { useBoardMoves } from './useBoardMoves';
import { useShownRefusal } from './useShownRefusal';

type Props = { board: BoardData; manual: boolean; role: string };

export function Board({ board, manual, role }: Props) {
  const dispatch = useApiDispatch();
  const move = useBoardMoves(manual, role);
  const refusal = useShownRefusal();

  const onDragStart = (start: DragStart, { announce }: ResponderProvided) => {
    dispatch(cardLifted(start.draggableId));
    announce(announceLift(board, start));
  };
  const onDragUpdate = (update: DragUpdate, { announce }: ResponderProvided) =>
    announce(announceOver(board, update, role));
  const onDragEnd = (result: DropResult, { announce }: ResponderProvided) => {
    dispatch(cardLanded());
    announce(announceDrop(board, result, role));
    const card = board.cards[result.draggableId];
    const { source, destination } = result;
    if (!card || !destination) return;
    if (source.droppableId === destination.droppableId && source.index === destination.index) return;
    void move({ card, from: source.droppableId, to: destination.droppableId, index: destination.index });
  };

  return (
    <DragDropContext
      onDragStart={onDragStart}
      onDragUpdate={onDragUpdate}
      onDragEnd={onDragEnd}
      dragHandleUsageInstructions={liftInstruction}
    >
      <div className={classes.columns}>
        {board.columns.map((column) => (
          <BoardColumn key={column.typeStatus} column={column} board={board} role={role} />
        ))}
      </div>
      <div className="sr-only" role="alert">
        {refusal?.sentence}
      </div>
    </DragDropContext>
  );
}
