import type { RowDifference } from '@/api/desk';

const shown = (value: unknown): string =>
  value === undefined ? 'no such row' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the columns of a row that differ. */
export function changedColumns({ live, rebuilt }: RowDifference): { column: string; from: string; to: string }[] {
  const columns = [...new Set([...Object.keys(live ?? {}), ...Object.keys(rebuilt ?? {})])];
  return columns
    .map((column) => ({ column, from: shown(live?.[column]), to: shown(rebuilt?.[column]) }))
    .filter(({ from, to }) => from !== to);
}
