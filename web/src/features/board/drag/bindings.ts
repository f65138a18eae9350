import type { DraggableProvided, DroppableProvided } from 'react-beautiful-dnd';

/** How a card and a list are bound to drag and drop. */
export type DraggableAs = Pick<DraggableProvided, 'innerRef' | 'draggableProps' | 'dragHandleProps'>;
export type DroppableAs = Partial<Pick<DroppableProvided, 'innerRef' | 'droppableProps'>> & { over?: boolean };

const unbound = { innerRef: () => {}, draggableProps: {} } as unknown as DraggableAs;

/** A card that cannot be lifted yet. It has the focus order of one that can. */
export const waitingCard: DraggableAs = {
  ...unbound,
  dragHandleProps: { tabIndex: 0 } as DraggableAs['dragHandleProps'],
};

/** A card that cannot be lifted at all. */
export const frozenCard: DraggableAs = { ...unbound, dragHandleProps: null };
