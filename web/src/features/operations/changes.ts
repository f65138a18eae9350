import type { RowDifference } from '@/api/desk';

const shown = (value: unknown): string =>
  value === undefined ? 'no such row' : typeof value === 'string' ? value : JSON.stringify(value);

/** The columns of a row that are not the same on both sides. */
export function changedColumns({ live, rebuilt }: RowDifference): { column: string; from: string; to: string }[] {
  const columns = [...new Set([...Object.keys(live ?? {}), ...Object.keys(rebuilt ?? {})])];
  return columns
    .map((column) => ({ column, from: shown(live?.[column]), to: shown(rebuilt?.[column]) }))
    .filter(({ from, to }) => from !== to);
}
