import { ActionIcon, Loader } from '@mantine/core';
import type { ComponentType } from 'react';
import { selectConnection } from '@/api/request/connection';
import type { BoardSort } from '@/api/board/boardData';
import { useApiSelector } from '@/api/hooks';
import type { SortSetting } from '@/shared/filters/boardSort';
import { ViewButton } from '@/shared/view/ViewButton';
import { Icon, Tip, useShortcuts } from '@/ui';
import classes from './board.module.css';

const sorts: { value: BoardSort; label: string }[] = [
  { value: 'manual', label: 'Manual order' },
  { value: 'created', label: 'Created' },
  { value: 'due', label: 'Due date' },
  { value: 'name', label: 'Name' },
  { value: 'updated', label: 'Last change' },
  { value: 'priority', label: 'Priority' },
];

type Props = {
  sort: SortSetting;
  onSort: (sort: SortSetting) => void;
  busy: boolean;
  quick?: ComponentType<{ on: 'phone' | 'desktop' }>;
};

/** Shows the title, the sort setting, and whether the board is up to date. */
export function BoardToolbar({ sort, onSort, busy, quick: Quick }: Props) {
  const { live } = useApiSelector(selectConnection);
  const sortBy = (sortType: BoardSort) =>
    onSort({ sortType, sortAsc: sortType !== 'updated' && sortType !== 'priority' });
  useShortcuts(
    sorts
      .filter(({ value }) => value !== sort.sortType)
      .map(({ value, label }) => ({ what: `Sort: ${label}`, icon: 'sort', group: 'Board', run: () => sortBy(value) })),
  );
  return (
    <>
      <div className={classes.toolbar}>
        <h1 className={classes.title} tabIndex={-1}>
          Order board
        </h1>
        <span className={classes.live} data-live={live || undefined} role="status">
          {live ? 'Live' : 'Connecting'}
        </span>
        {busy && <Loader size={14} color="gray" role="status" aria-label="Refreshing" />}
        {Quick && <Quick on="desktop" />}
        <span className={classes.spring} />
        <span className={classes.sort}>
          <Icon name="sort" size={14} />
          <select
            aria-label="Sort cards by"
            value={sort.sortType}
            onChange={({ currentTarget: { value } }) => sortBy(sorts.find((s) => s.value === value)?.value ?? 'manual')}
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={14} />
        </span>
        <Tip label={sort.sortAsc ? 'Ascending' : 'Descending'} disabled={sort.sortType === 'manual'}>
          <ActionIcon
            variant="default"
            size={30}
            disabled={sort.sortType === 'manual'}
            aria-label={
              sort.sortAsc ? 'Sorted ascending, switch to descending' : 'Sorted descending, switch to ascending'
            }
            onClick={() => onSort({ ...sort, sortAsc: !sort.sortAsc })}
          >
            <Icon name={sort.sortAsc ? 'chevronUp' : 'chevronDown'} size={14} />
          </ActionIcon>
        </Tip>
        <ViewButton />
      </div>
      <div className={classes.quick}>{Quick && <Quick on="phone" />}</div>
    </>
  );
}
