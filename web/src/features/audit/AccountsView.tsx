import { Link, useSearchParams } from 'react-router';
import { type AccountEvent, useAccountEventPagesInfiniteQuery } from '@/api/desk';
import { EmptyState } from '@/ui';
import type { Column } from '@/ui/page/DataTable';
import classes from './audit.module.css';
import { When } from './EventRow';
import { PersonPicker } from './Pickers';
import { Rows, Table } from './Rows';
import { Who } from './Who';

/** Lists what happened to clients, customers and people, and who did it (D-43, D-48). */
export function AccountsView() {
  const [search, setSearch] = useSearchParams();
  const person = search.get('person') ?? '';
  const { currentData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useAccountEventPagesInfiniteQuery({ person: person || undefined }, { refetchOnMountOrArgChange: true });
  const events = currentData?.pages.flatMap((page) => page.events) ?? [];
  const chosen = events
    .flatMap(({ actor, impersonator }) => [actor, impersonator])
    .find((somebody) => somebody?.id === person);
  return (
    <>
      <div className={classes.filters} role="search" aria-label="Accounts">
        <PersonPicker
          value={person}
          known={chosen?.name}
          onChange={(id) => setSearch(id ? { person: id } : {}, { replace: true })}
        />
      </div>
      <div className={classes.frame}>
        <Table label="Account events found" columns={columns} busy={isFetchingNextPage}>
          <Rows
            columns={columns}
            rows={currentData && events}
            keyOf={({ position }) => position}
            error={error}
            refetch={() => void refetch()}
            first
            nothing={
              <EmptyState icon="search" title="Nothing happened to accounts">
                {person ? 'This person changed no account. Take the filter away to see everything.' : undefined}
              </EmptyState>
            }
            more="Load more"
            onMore={hasNextPage ? () => void (isFetchingNextPage || fetchNextPage()) : undefined}
          />
        </Table>
      </div>
    </>
  );
}

/** Returns the page of what an event was done to, if it has one. */
function pageOf({ type, subjectId }: AccountEvent): string | undefined {
  if (!subjectId) return undefined;
  return type.startsWith('member.') ? `/team-members/${subjectId}` : `/customer/${subjectId}`;
}

const columns: Column<AccountEvent>[] = [
  { head: 'When', className: `${classes.when} tabular`, cell: (event) => <When event={event} /> },
  {
    head: 'Who',
    className: classes.who,
    cell: ({ actor, impersonator }) => <Who actor={actor} impersonator={impersonator} />,
  },
  {
    head: 'What',
    className: classes.what,
    cell: ({ words, detail, reason }) => (
      <>
        <span className={classes.label}>{words}</span>
        {detail && <p>{detail}</p>}
        {reason && <p className={classes.reason}>{reason}</p>}
      </>
    ),
  },
  {
    head: 'Person or account',
    className: classes.subject,
    cell: (event) => {
      const page = pageOf(event);
      return page ? <Link to={page}>{event.subject}</Link> : event.subject;
    },
  },
];
