import { ActionIcon, Menu, SegmentedControl } from '@mantine/core';
import { Icon } from '@/ui';
import { inPlace } from '@/ui/menus';
import { type Filter, type Sort, sorts } from './listing';
import classes from './threads.module.css';

const sortWords: Record<Sort, string> = { page: 'By page', newest: 'Last written to first', oldest: 'Oldest first' };

export interface ExportComments {
  /** The percentage of the report that is done; null while none is being made. */
  percent: number | null;
  pdf: () => void;
  csv: () => void;
}

interface Props {
  counts: Record<'all' | 'open' | 'resolved', number>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Undefined where nothing can be exported. */
  exports: ExportComments | undefined;
}

/** Shows the number of open comments, with the filter, the order and the export of the list. */
export function PanelHead({ counts, filter, onFilter, sort, onSort, exports }: Props) {
  const making = exports !== undefined && exports.percent !== null;
  return (
    <header className={classes.head}>
      <h2 tabIndex={-1}>Comments</h2>
      <span className={classes.count}>
        {counts.open}
        <span className="sr-only"> open</span>
      </span>
      {making ? (
        <span className={classes.aside} role="status">
          Making the report {exports.percent}%
        </span>
      ) : (
        <span className={classes.aside}>Sorted: {sortWords[sort].toLowerCase()}</span>
      )}
      <Menu position="bottom-end" width={220} {...inPlace}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label="Sort and export the comments">
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Sort</Menu.Label>
          <Menu.RadioGroup value={sort} onChange={(value) => onSort(value as Sort)}>
            {sorts.map((one) => (
              <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                {sortWords[one]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {exports && (
            <>
              <Menu.Divider />
              <Menu.Label>Export</Menu.Label>
              <Menu.Item disabled={making || counts.all === 0} onClick={exports.pdf}>
                PDF with the marked-up pages
              </Menu.Item>
              <Menu.Item disabled={counts.all === 0} onClick={exports.csv}>
                CSV
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <SegmentedControl
        fullWidth
        w="100%"
        size="xs"
        aria-label="Which comments"
        value={filter}
        onChange={(value) => onFilter(value)}
        data={[
          { value: 'all', label: `All ${counts.all}` },
          { value: 'open', label: `Open ${counts.open}` },
          { value: 'resolved', label: `Resolved ${counts.resolved}` },
          { value: 'mine', label: 'Mine' },
          { value: 'mentions', label: '@Me' },
        ]}
      />
    </header>
  );
}
