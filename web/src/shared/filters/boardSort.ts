import type { Board, BoardSort } from '@/api/board/boardData';
import type { Card } from '@/api/generated';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';

export type SortSetting = { sortType: BoardSort; sortAsc: boolean };

const sorts: BoardSort[] = ['manual', 'created', 'due', 'name', 'updated', 'priority'];

/** Parses a setting such as `name:asc`. An unknown one means manual order. */
export function parseSort(setting: string): SortSetting {
  const [name, direction] = setting.split(':');
  const sortType = sorts.find((candidate) => candidate === name) ?? 'manual';
  return { sortType, sortAsc: direction !== 'desc' };
}

/** The sort setting of the board, stored in this browser (BD-050, D-10). */
export function useBoardSort(): [setting: string, set: (sort: SortSetting) => void] {
  const [setting, set] = useLocalSetting<string>('board.sort', 'manual:asc');
  return [setting, ({ sortType, sortAsc }) => set(`${sortType}:${sortAsc ? 'asc' : 'desc'}`)];
}

const keys: Record<Exclude<BoardSort, 'manual'>, (card: Card) => string> = {
  created: (card) => card.createdAt,
  due: (card) => card.dueDate ?? '9999',
  name: (card) => card.orderName.toLowerCase(),
  updated: (card) => card.updatedAt,
  priority: (card) => String(['normal', 'high', 'urgent'].indexOf(card.priority)),
};

/** Returns the board in the selected order. The stored board keeps its manual order (D-10). */
export function sortedBoard(board: Board, { sortType, sortAsc }: SortSetting): Board {
  if (sortType === 'manual') return board;
  const key = keys[sortType];
  const of = (id: string) => {
    const card = board.cards[id];
    return card ? key(card) : '';
  };
  const sort = (ids: string[]) =>
    [...ids].sort((a, b) => (of(a) === of(b) ? 0 : of(a) < of(b) ? -1 : 1) * (sortAsc ? 1 : -1));
  return {
    ...board,
    columns: board.columns.map((column) => ({
      ...column,
      taskIds: sort(column.taskIds),
      zones: column.zones?.map((zone) => ({ ...zone, taskIds: sort(zone.taskIds) })),
    })),
  };
}
