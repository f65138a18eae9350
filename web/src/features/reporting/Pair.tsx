import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '@/ui/page/DataTable';
import classes from './reporting.module.css';

/** Figures as a table that scrolls in itself. Its first column has names, and all others numbers. */
export function Figures<Row>({ tall, columns, ...table }: DataTableProps<Row> & { tall?: boolean }) {
  return (
    <DataTable
      {...table}
      className={classes.table}
      scroll={`${classes.scroll} ${tall ? classes.tall : ''}`}
      columns={columns.map((column, i) => column && { ...column, kind: i > 0 ? 'number' : undefined })}
    />
  );
}

/** A chart with its table beside it. */
export function Pair<Row>({ chart, ...table }: DataTableProps<Row> & { chart: ReactNode }) {
  return (
    <div className={classes.pair}>
      {chart}
      <Figures {...table} />
    </div>
  );
}
