import { Button, NativeSelect } from '@mantine/core';
import type { Role } from '@/api/people';
import { roleLabel } from '@/lib/format/status';
import classes from '@/shared/accounts/people.module.css';
import { PeopleList } from '@/shared/accounts/people/PeopleList';
import { SearchField } from '@/shared/accounts/SearchField';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { states, usePeopleFilter } from './usePeopleFilter';

type Props = {
  /** The roles to filter by. */
  roles: Role[];
  /** Set to list the people of every account that the caller manages. */
  everyone?: boolean;
};

/** Searches and filters people. */
export function PeopleBrowser({ roles, everyone }: Props) {
  const { filter, set, reset, isFiltered } = usePeopleFilter(roles);
  return (
    <>
      <div className={classes.filters} role="search" aria-label="People" data-tour="team-search">
        <SearchField label="Search by name or email" value={filter.search} onSearch={(search) => set({ search })} />
        <NativeSelect
          aria-label="State"
          data={[{ value: '', label: 'All states' }, ...states]}
          value={filter.state ?? ''}
          onChange={(event) => set({ state: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="Role"
          data={[{ value: '', label: 'All roles' }, ...roles.map((role) => ({ value: role, label: roleLabel(role) }))]}
          value={filter.role ?? ''}
          onChange={(event) => set({ role: event.currentTarget.value })}
        />
      </div>
      <Panel label="People" flush tour="team-list">
        <PeopleList
          filter={{ ...filter, search: filter.search || undefined, everyone }}
          accounts={everyone}
          empty={
            isFiltered && (
              <EmptyState
                icon="search"
                title="Nobody matches"
                action={
                  <Button variant="default" size="xs" onClick={reset}>
                    Reset the filter
                  </Button>
                }
              >
                Search for another name, or choose another state or role.
              </EmptyState>
            )
          }
        />
      </Panel>
    </>
  );
}
