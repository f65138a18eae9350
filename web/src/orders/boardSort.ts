import type { BoardArgs, BoardSort } from '@/api/boardData';
import { useLocalSetting } from '@/lib/useLocalSetting';

/** The sort setting of the board, `<type>:<asc|desc>`, kept by this browser (BD-050, D-10). */
type Setting = `${BoardSort}:${'asc' | 'desc'}`;

export function useBoardSort(): Setting {
  return useLocalSetting<Setting>('board.sort', 'manual:asc')[0];
}

export function useSetBoardSort(): (args: BoardArgs) => void {
  const [, set] = useLocalSetting<Setting>('board.sort', 'manual:asc');
  return ({ sort, sortAsc }) => set(`${sort}:${sortAsc ? 'asc' : 'desc'}`);
}

const sorts: BoardSort[] = ['manual', 'created', 'due', 'name', 'updated'];

/** The query arguments of a setting; an unknown one means manual. */
export function boardArgs(setting: string): BoardArgs {
  const [name, direction] = setting.split(':');
  const sort = sorts.find((candidate) => candidate === name) ?? 'manual';
  return { sort, sortAsc: direction === 'asc' };
}
