import type { RebuildReport, RowDifference } from '@/api/desk';
import { ScrollRegion } from '@/ui/ScrollRegion';
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
      <ScrollRegion label="Tables of the report" className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Table</th>
              {['Live rows', 'New rows', 'Only live', 'Only new', 'Different'].map((name) => (
                <th key={name} scope="col" className={classes.number}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.tables.map((t) => (
              <tr key={t.table}>
                <th scope="row">{t.table}</th>
                {[t.liveRows, t.rebuiltRows, t.onlyLive, t.onlyRebuilt, t.different].map((n, i) => (
                  <td key={i} className={classes.number} data-alarm={(i > 1 && n > 0) || undefined}>
                    {count(n)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
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

/** Shows rows side by side: the live row and the rebuilt one. */
export function Differences({ rows, after = 'new' }: { rows: RowDifference[]; after?: string }) {
  return rows.map((row) => (
    <div key={row.table + JSON.stringify(row.key)} className={classes.difference}>
      <p>
        <strong>{row.table}</strong> <code>{JSON.stringify(row.key)}</code>
        {!row.live && <span className={classes.quiet}> only {after}</span>}
        {!row.rebuilt && <span className={classes.quiet}> only live</span>}
      </p>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Live</th>
            <th scope="col">{after === 'new' ? 'New' : 'Then'}</th>
          </tr>
        </thead>
        <tbody>
          {changedColumns(row).map(({ column, from, to }) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>{row.live ? from : ''}</td>
              <td>{row.rebuilt ? to : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ));
}
