import type { RebuildReport, RowDifference } from '@/api/desk';
import { DataTable } from '@/ui/page/DataTable';
import { changedColumns } from './changes';
import classes from './operations.module.css';
import { count } from './words';

/**
 * Shows the report of a rebuild: for each table the number of rows that differ, and the first of
 * them side by side.
 */
export function Report({ report }: { report: RebuildReport }) {
  return (
    <div className={classes.report}>
      <p className={`${classes.quiet} tabular`}>
        Both sides as of event {count(report.position)}.{' '}
        {report.swapped ? 'The new tables are live.' : 'Nothing was changed.'}
      </p>
      <DataTable
        label="Tables of the report"
        region="Tables of the report"
        className={classes.table}
        rows={report.tables}
        keyOf={({ table }) => table}
        columns={[
          { head: 'Table', cell: ({ table }) => table },
          { head: 'Live rows', kind: 'number', cell: ({ liveRows }) => count(liveRows) },
          { head: 'New rows', kind: 'number', cell: ({ rebuiltRows }) => count(rebuiltRows) },
          { head: 'Only live', kind: 'number', cell: ({ onlyLive }) => <Alarm count={onlyLive} /> },
          { head: 'Only new', kind: 'number', cell: ({ onlyRebuilt }) => <Alarm count={onlyRebuilt} /> },
          { head: 'Different', kind: 'number', cell: ({ different }) => <Alarm count={different} /> },
        ]}
      />
      {report.tables.map(
        (t) =>
          t.affected.length > 0 && (
            <details key={t.table} className={classes.affected} open>
              <summary>
                {t.table}: {count(t.affected.length)} rows
              </summary>
              <Differences rows={t.samples} />
              <ul className={classes.keys}>
                {t.affected.slice(t.samples.length).map((key) => (
                  <li key={JSON.stringify(key)}>
                    <code>{JSON.stringify(key)}</code>
                  </li>
                ))}
              </ul>
            </details>
          ),
      )}
      {report.parked.map((parked) => (
        <p key={parked.stream} className={classes.quiet}>
          Not applied: stream {parked.stream} at event {count(parked.position)}: {parked.error}
        </p>
      ))}
    </div>
  );
}

function Alarm({ count: n }: { count: number }) {
  return <span data-alarm={n > 0 || undefined}>{count(n)}</span>;
}

/** Shows rows side by side: the live row and the rebuilt one. */
export function Differences({ rows, after = 'new' }: { rows: RowDifference[]; after?: string }) {
  return rows.map((row) => (
    <div key={row.table + JSON.stringify(row.key)} className={classes.difference}>
      <p>
        <strong>{row.table}</strong> <code>{JSON.stringify(row.key)}</code>
        {!row.live && <span className={classes.quiet}> only {after}</span>}
        {!row.rebuilt && <span className={classes.quiet}> only live</span>}
      </p>
      <DataTable
        label="Columns that differ"
        fits
        className={classes.columns}
        rows={changedColumns(row)}
        keyOf={({ column }) => column}
        columns={[
          { head: 'Column', cell: ({ column }) => column },
          { head: 'Live', cell: ({ from }) => row.live && from },
          { head: after === 'new' ? 'New' : 'Then', cell: ({ to }) => row.rebuilt && to },
        ]}
      />
    </div>
  ));
}
