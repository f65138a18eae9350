import { Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { EmptyState, ErrorState } from '@/ui';
import { type Column, DataRows, DataTable } from '@/ui/page/DataTable';
import classes from './audit.module.css';

type Columns<Row> = { columns: (Column<Row> | false)[] };

type TableProps<Row> = Columns<Row> & { label: string; busy?: boolean; children: ReactNode };

/** A table whose rows come page by page, each page as `Rows`. */
export function Table<Row>({ label, ...rest }: TableProps<Row>) {
  return <DataTable {...rest} label={label} region={label} className={classes.table} rows={[]} keyOf={() => ''} />;
}

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Stack gap={20} py={8} role="status" aria-label={label}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} height={20} />
      ))}
    </Stack>
  );
}

const nothing = (
  <EmptyState icon="search" title="Nothing matches">
    No event is like that. Take a filter away or choose another time.
  </EmptyState>
);

type RowsProps<Row> = Columns<Row> & {
  /** Absent while they load. */
  rows: Row[] | undefined;
  keyOf: (row: Row) => string | number;
  error: unknown;
  refetch: () => void;
  /** Set for the first page, of which no rows mean that nothing was found. */
  first: boolean;
  onMore?: () => void;
  /** Replaces the rows when nothing was found. */
  nothing?: ReactNode;
  /** The label of the button that loads more. */
  more?: string;
};

/** Shows a page of rows, or the state that replaces it. */
export function Rows<Row>({ columns, rows, keyOf, error, refetch, first, onMore, ...rest }: RowsProps<Row>) {
  const failure = error && !rows ? apiError(error) : undefined;
  const state = failure ? (
    <ErrorState message={sentence(failure)} details={details(failure)} onRetry={refetch} />
  ) : !rows ? (
    <RowsSkeleton label="Loading events" />
  ) : first && rows.length === 0 ? (
    (rest.nothing ?? nothing)
  ) : onMore ? (
    <Button variant="default" size="xs" onClick={onMore}>
      {rest.more ?? 'Show more'}
    </Button>
  ) : null;
  return (
    <DataRows rows={rows ?? []} columns={columns} keyOf={keyOf} rowHeads={false}>
      {state && (
        <tr className={classes.stateRow}>
          <td colSpan={columns.filter(Boolean).length}>{state}</td>
        </tr>
      )}
    </DataRows>
  );
}
