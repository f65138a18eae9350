import type { ReactNode } from 'react';
import { DragDropContext, Draggable, type DraggableProvided, Droppable, type DropResult } from 'react-beautiful-dnd';
import { useSelector } from 'react-redux';
import type { Board } from '@/api/board/boardData';
import type { Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { announceDrop, announceLift, announceOver, liftInstruction } from './announcements';
import classes from '../board.module.css';
import { cardLanded, cardLifted, selectSelected } from '../boardSlice';
import { useBulk } from '../selection/bulk';
import { useBoardMoves } from '../useBoardMoves';
import type { DraggableAs, DroppableAs } from './bindings';

/** The id of the list in which the lifted card is drawn. Like the card's own list, it is inside the page. */
const liftedId = 'board-lifted';
const liftedList = () => document.getElementById(liftedId) ?? document.body;

/**
 * Returns the folded column under the pointer. A card is wider than a strip and lies over several, of which the
 * library takes the farthest.
 */
const stripUnderPointer = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-folded]:hover [data-rfd-droppable-id]')?.dataset['rfdDroppableId'];

type AreaProps = {
  board: Board;
  manual: boolean;
  role: string;
  children: ReactNode;
};

/** The part of the page within which cards can be dragged, with announcements for screen readers. */
export function DragArea({ board, manual, role, children }: AreaProps) {
  const dispatch = useApiDispatch();
  const move = useBoardMoves(manual, role);
  const bulk = useBulk(manual, role);
  const selected = useSelector(selectSelected);
  /** Returns the number of cards that move with a card. */
  const carried = (id: string) => (selected.includes(id) ? selected.length : 1);
  const carrying = (id: string) => ({ role, manual, count: carried(id) });
  const drop = ({ source, destination, draggableId, mode }: DropResult) => {
    const card = board.cards[draggableId];
    if (!card || !destination) return;
    const strip = mode === 'FLUID' ? stripUnderPointer() : undefined;
    const { droppableId: to, index } = strip ? { droppableId: strip, index: 0 } : destination;
    if (carried(draggableId) > 1) {
      void bulk.move(selected, { to, drop: { lifted: draggableId, index } });
    } else if (source.droppableId !== to || source.index !== index) {
      void move({ card, from: source.droppableId, to, index });
    }
  };
  return (
    <DragDropContext
      dragHandleUsageInstructions={liftInstruction}
      onDragStart={(start, { announce }) => {
        dispatch(cardLifted(start.draggableId));
        announce(announceLift(board, start, carried(start.draggableId)));
      }}
      onDragUpdate={(update, { announce }) => announce(announceOver(board, update, carrying(update.draggableId)))}
      onDragEnd={(result, { announce }) => {
        dispatch(cardLanded());
        announce(announceDrop(board, result, carrying(result.draggableId)));
        drop(result);
      }}
    >
      {children}
      <ol id={liftedId} className={classes.clones} />
    </DragDropContext>
  );
}

type DropAreaProps = {
  id: string;
  /** Draws the card that is lifted from this list. */
  lifted: (cardId: string, provided: DraggableProvided) => ReactNode;
  children: (list: DroppableAs) => ReactNode;
};

/** A list on which cards can be dropped. */
export function DropArea({ id, lifted, children }: DropAreaProps) {
  return (
    <Droppable
      droppableId={id}
      mode="virtual"
      getContainerForClone={liftedList}
      renderClone={(provided, _snapshot, { draggableId }) => <>{lifted(draggableId, provided)}</>}
    >
      {({ innerRef, droppableProps }, { isDraggingOver }) => (
        <>{children({ innerRef, droppableProps, over: isDraggingOver })}</>
      )}
    </Droppable>
  );
}

type DragCardProps = { card: Card; index: number; children: (card: DraggableAs) => ReactNode };

/** A card that can be lifted unless it is frozen. */
export function DragCard({ card, index, children }: DragCardProps) {
  return (
    <Draggable draggableId={card.id} index={index} isDragDisabled={card.frozen}>
      {(provided) => <>{children(provided)}</>}
    </Draggable>
  );
}
