import { ActionIcon, Loader, Select, Tooltip } from '@mantine/core';
import { selectConnection } from '@/api/connection';
import type { BoardArgs, BoardSort } from '@/api/boardData';
import { useApiSelector } from '@/api/hooks';
import { useSetBoardSort } from '@/orders/boardSort';
import { Icon } from '@/ui';
import classes from './board.module.css';

const sorts: { value: BoardSort; label: string }[] = [
  { value: 'manual', label: 'Manual order' },
  { value: 'created', label: 'Created' },
  { value: 'due', label: 'Due date' },
  { value: 'name', label: 'Name' },
  { value: 'updated', label: 'Last change' },
];

/** Title, sort setting, and whether what is shown is live. */
export function BoardToolbar({ args, busy }: { args: BoardArgs; busy: boolean }) {
  const setSort = useSetBoardSort();
  const { live } = useApiSelector(selectConnection);
  return (
    <div className={classes.toolbar}>
      <h1 className={classes.title}>Order board</h1>
      <span className={classes.live} data-live={live || undefined} role="status">
        {live ? 'Live' : 'Connecting'}
      </span>
      {busy && <Loader size={14} color="gray" aria-label="Refreshing" />}
      <span className={classes.spring} />
      <Select
        size="xs"
        w={150}
        aria-label="Sort cards by"
        data={sorts}
        value={args.sort}
        allowDeselect={false}
        leftSection={<Icon name="sort" size={14} />}
        onChange={(value) => {
          const sort = sorts.find((s) => s.value === value)?.value ?? 'manual';
          setSort({ sort, sortAsc: sort !== 'updated' });
        }}
      />
      <Tooltip label={args.sortAsc ? 'Ascending' : 'Descending'} disabled={args.sort === 'manual'}>
        <ActionIcon
          variant="default"
          size={30}
          disabled={args.sort === 'manual'}
          aria-label={
            args.sortAsc ? 'Sorted ascending, switch to descending' : 'Sorted descending, switch to ascending'
          }
          onClick={() => setSort({ ...args, sortAsc: !args.sortAsc })}
        >
          <Icon name={args.sortAsc ? 'chevronUp' : 'chevronDown'} size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
