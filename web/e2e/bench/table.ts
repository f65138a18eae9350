export type Row = { what: string; figure: number; unit: string; bound?: number };

/** Prints measured values beside their limits. */
export function print(title: string, rows: readonly Row[]): void {
  const shown = rows.map(({ what, figure, unit, bound }) => {
    const value = `${figure.toFixed(figure < 100 ? 1 : 0)} ${unit}`.trim();
    if (bound === undefined) return [what, value, '', '', ''];
    return [what, value, `${bound} ${unit}`.trim(), (figure / bound).toFixed(2), figure <= bound ? 'held' : 'NOT HELD'];
  });
  const all = [[title, 'figure', 'bound', 'ratio', ''], ...shown];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${all.map(line).join('\n')}\n`);
}
