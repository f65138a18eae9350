import { Button } from '@mantine/core';
import type { ImportProblem } from '@/api/imports';
import { plural } from '@/lib/format/text';
import { DataTable } from '@/ui/page/DataTable';
import { Panel } from '@/ui/page/Panel';
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
      <DataTable
        label="Problems"
        rows={problems}
        keyOf={({ line, reason }, n) => `${from + n} ${line} ${reason}`}
        columns={[
          { head: 'Line', className: classes.line, cell: ({ line }) => line || 'File' },
          { head: 'Column or list', cell: ({ column }) => column },
          { head: 'Problem', cell: ({ text }) => text },
        ]}
      />
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
