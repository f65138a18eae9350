import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import classes from './DataTable.module.css';
import { Icon } from '../icons';
import { ScrollRegion } from './ScrollRegion';

export type Column<Row> = {
  head: string;
  /** Tells columns apart that may have the same head. */
  id?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Figures end their column, `tight` stays on one line, and the head of `action` is only for screen readers. */
  kind?: 'number' | 'tight' | 'action';
  className?: string;
  title?: (row: Row) => string;
  /** The name by which a guided tour finds the cells. */
  tour?: string;
  /** What a stacked row shows in place of the cell: of the first column, which begins it, or of actions, which end it. */
  stacked?: (row: Row) => ReactNode;
  /** Shows the column at the end of a stacked row's first line, as its cell or in other words. */
  side?: true | ((row: Row) => ReactNode);
  /** The order that the head asks for. */
  sort?: string;
  /** The sum below the column. */
  foot?: ReactNode;
};

type RowsProps<Row> = {
  rows: Row[];
  /** A condition that does not hold leaves its column out. */
  columns: (Column<Row> | false | undefined)[];
  keyOf: (row: Row, index: number) => string | number;
  /** The first cell is the head of its row unless this is `false`. */
  rowHeads?: boolean;
  /** The page that a click on a row opens. */
  opens?: (row: Row) => string;
  retired?: (row: Row) => boolean;
};

export type DataTableProps<Row> = RowsProps<Row> & {
  label: string;
  /** The name of the scrolling region, where it is not made of the label. */
  region?: string;
  className?: string;
  /** For what scrolls: a height, for instance. */
  scroll?: string;
  busy?: boolean;
  /** A table that always fits its place is no region that scrolls, and has the label itself. */
  fits?: boolean;
  /** The heads of columns are only for screen readers. */
  hideHeads?: boolean;
  /** What a stacked row says below its first line. Without it the table stays one on narrow screens. */
  rest?: (row: Row) => ReactNode;
  /** The widest screen, in pixels, that gets stacked rows. */
  stackAt?: number;
  sorting?: { by: string; ascending: boolean; onSort: (by: string, ascending: boolean) => void };
  /** Parts of the table that follow the rows: sums, or the pages of rows that a list loads. */
  children?: ReactNode;
} & { [data: `data-${string}`]: string };

const shown = <Row,>(columns: RowsProps<Row>['columns']): Column<Row>[] => columns.filter((column) => !!column);
const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');

/** Rows as a table, or as stacked rows on a narrow screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, region, className, scroll, busy, fits, hideHeads, ...others } = props;
  const { rest, stackAt = 900, sorting, children, ...body } = others;
  const { rows, columns, keyOf, rowHeads, opens, retired, ...data } = body;
  const narrow = useMediaQuery(`(max-width: ${stackAt}px)`, false, { getInitialValueInEffect: false });
  if (narrow && rest) return <Stacked {...body} label={label} className={className} rest={rest} />;
  const table = (
    <table className={join(classes.table, className)} aria-label={fits ? label : undefined} {...data}>
      <thead className={hideHeads ? 'sr-only' : undefined}>
        <tr>
          {shown(columns).map((column) => (
            <Head key={column.id ?? column.head} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      {rows.length > 0 && <DataRows {...{ rows, columns, keyOf, rowHeads, opens, retired }} />}
      {shown(columns).some(({ foot }) => foot !== undefined) && (
        <tfoot>
          <tr>
            {shown(columns).map(({ id, head, kind, foot }, place) => {
              const Cell = place === 0 ? 'th' : 'td';
              return (
                <Cell key={id ?? head} scope={place === 0 ? 'row' : undefined} data-kind={kind}>
                  {foot}
                </Cell>
              );
            })}
          </tr>
        </tfoot>
      )}
      {children}
    </table>
  );
  if (fits) return table;
  return (
    <ScrollRegion label={region ?? `${label}, a table`} className={join(classes.scroll, scroll)} busy={busy}>
      {table}
    </ScrollRegion>
  );
}

function Head<Row>({
  column: { head, kind, sort },
  sorting,
}: {
  column: Column<Row>;
  sorting: DataTableProps<Row>['sorting'];
}) {
  if (sort && sorting) {
    const { by, ascending, onSort } = sorting;
    const active = by === sort;
    return (
      <th scope="col" aria-sort={active ? (ascending ? 'ascending' : 'descending') : 'none'}>
        {/* Names and dates that come first are asked for before the last ones. */}
        <button type="button" onClick={() => onSort(sort, active ? !ascending : sort === 'name' || sort === 'due')}>
          {head}
          <Icon
            name={active && ascending ? 'chevronUp' : 'chevronDown'}
            size={13}
            style={{ opacity: active ? 1 : 0.35 }}
          />
        </button>
      </th>
    );
  }
  return (
    <th scope="col" data-kind={kind === 'number' ? kind : undefined}>
      {kind === 'action' ? <span className="sr-only">{head}</span> : head}
    </th>
  );
}

/** The body of a table, for lists that add a body for each page. */
export function DataRows<Row>(props: RowsProps<Row> & { children?: ReactNode }) {
  const { rows, columns, keyOf, rowHeads = true, opens, retired, children } = props;
  return (
    <tbody>
      {rows.map((row, index) => (
        <TableRow key={keyOf(row, index)} opens={opens?.(row)} data-retired={retired?.(row) || undefined}>
          {shown(columns).map(({ id, head, cell, kind, className, title, tour }, place) => {
            const isHead = rowHeads && place === 0;
            const Cell = isHead ? 'th' : 'td';
            return (
              <Cell
                key={id ?? head}
                scope={isHead ? 'row' : undefined}
                className={className}
                title={title?.(row)}
                data-kind={kind}
                data-tour={tour}
                onClick={opens && kind === 'action' ? (event) => event.stopPropagation() : undefined}
              >
                {cell(row, index)}
              </Cell>
            );
          })}
        </TableRow>
      ))}
      {children}
    </tbody>
  );
}

type TableRowProps = { opens: string | undefined; 'data-retired': true | undefined; children: ReactNode };

// Dialogs are outside the router, so only a row that opens a page asks it for the way.
const TableRow = ({ opens, ...row }: TableRowProps) =>
  opens === undefined ? <tr {...row} /> : <OpeningRow {...row} opens={opens} />;

function OpeningRow({ opens, ...row }: TableRowProps & { opens: string }) {
  const navigate = useNavigate();
  return <tr {...row} data-opens="" onClick={() => void navigate(opens)} />;
}

type StackedProps<Row> = RowsProps<Row> &
  Required<Pick<DataTableProps<Row>, 'label' | 'rest'>> & { className?: string };

function Stacked<Row>({ label, className, rows, columns, keyOf, retired, rest }: StackedProps<Row>) {
  const all = shown(columns);
  const first = all[0];
  const side = all.find((column) => column.side);
  const sum = side?.foot;
  return (
    <ul className={join(classes.cards, className)} aria-label={label}>
      {rows.map((row, index) => {
        const below = rest(row);
        return (
          <li key={keyOf(row, index)} data-retired={retired?.(row) || undefined}>
            {first && (first.stacked ?? first.cell)(row, index)}
            {side && (
              <span className={classes.side} data-part="side">
                {typeof side.side === 'function' ? side.side(row) : side.cell(row, index)}
              </span>
            )}
            {below !== null && (
              <span className={join(classes.rest, side ? undefined : classes.wide)} data-part="rest">
                {below}
              </span>
            )}
            {all.map(
              ({ head, kind, cell, stacked }) =>
                kind === 'action' && <Fragment key={head}>{(stacked ?? cell)(row, index)}</Fragment>,
            )}
          </li>
        );
      })}
      {sum !== undefined && (
        <li data-part="sum">
          {first?.foot}
          <span className={classes.side}>{sum}</span>
        </li>
      )}
    </ul>
  );
}
