import { Button } from '@mantine/core';
import type { ImportProblem } from '@/api/imports';
import { plural } from '@/lib/text';
import shared from '@/shared/billing/billing.module.css';
import { Panel } from '@/ui/Panel';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './imports.module.css';

/** The number of problems that the server keeps. */
const kept = 1000;

type Props = {
  problems: ImportProblem[];
  count: number;
  from: number;
  page: number;
  onFrom: (from: number) => void;
};

/** The problems of a file, by line. */
export function Problems({ problems, count, from, page, onFrom }: Props) {
  const read = Math.min(count, kept);
  return (
    <Panel title={plural(count, 'problem')} flush>
      <ScrollRegion label="Problems, a table" className={shared.scroll}>
        <table className={`${shared.table} ${classes.problems}`}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column or list</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, reason, text }, n) => (
              <tr key={`${from + n} ${line} ${reason}`}>
                <th scope="row" data-number>
                  {line || 'File'}
                </th>
                <td>{column}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {read > page && (
        <div className={classes.pages}>
          <span className={classes.quiet}>
            {from + 1} to {Math.min(from + page, read)} of {count.toLocaleString('en')}
            {count > kept && `, of which the first ${kept.toLocaleString('en')} can be read`}
          </span>
          <Button variant="default" size="xs" disabled={from === 0} onClick={() => onFrom(from - page)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={from + page >= read} onClick={() => onFrom(from + page)}>
            Next
          </Button>
        </div>
      )}
    </Panel>
  );
}
