import { Link, useSearchParams } from 'react-router';
import { type AccountEvent, useAccountEventPagesInfiniteQuery } from '@/api/desk';
import { dateTime } from '@/lib/dates';
import { EmptyState } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './audit.module.css';
import { Rows } from './EventsView';
import { PersonPicker } from './Pickers';
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
        <ScrollRegion label="Account events found" className={classes.scroll} busy={isFetchingNextPage}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Person or account</th>
              </tr>
            </thead>
            <Rows
              columns={4}
              error={error}
              refetch={() => void refetch()}
              loading={!currentData}
              empty={currentData !== undefined && events.length === 0}
              nothing={
                <EmptyState icon="search" title="Nothing happened to accounts">
                  {person ? 'This person changed no account. Take the filter away to see everything.' : undefined}
                </EmptyState>
              }
              more="Load more"
              onMore={hasNextPage ? () => void (isFetchingNextPage || fetchNextPage()) : undefined}
            >
              {events.map((event) => (
                <AccountRow key={event.position} event={event} />
              ))}
            </Rows>
          </table>
        </ScrollRegion>
      </div>
    </>
  );
}

/** Returns the page of what an event was done to, if it has one. */
function pageOf({ type, subjectId }: AccountEvent): string | undefined {
  if (!subjectId) return undefined;
  return type.startsWith('member.') ? `/team-members/${subjectId}` : `/customer/${subjectId}`;
}

function AccountRow({ event }: { event: AccountEvent }) {
  const page = pageOf(event);
  return (
    <tr>
      <td className={`${classes.when} tabular`}>
        <time dateTime={event.at}>{dateTime(event.at)}</time>
        <span>{event.position.toLocaleString('en')}</span>
      </td>
      <td className={classes.who}>
        <Who actor={event.actor} impersonator={event.impersonator} />
      </td>
      <td className={classes.what}>
        <span className={classes.label}>{event.words}</span>
        {event.detail && <p>{event.detail}</p>}
        {event.reason && <p className={classes.reason}>{event.reason}</p>}
      </td>
      <td className={classes.subject}>{page ? <Link to={page}>{event.subject}</Link> : event.subject}</td>
    </tr>
  );
}
