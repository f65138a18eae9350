import type { ReactNode } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type PeopleFilter, usePeoplePagesInfiniteQuery } from '@/api/people';
import { plural } from '@/lib/format/text';
import { toastError } from '@/shared/command/notify';
import { EmptyState, ErrorState } from '@/ui';
import { ListFoot } from '../ListFoot';
import { ListSkeleton } from '../ListSkeleton';
import { PeopleTable } from './PeopleTable';

type Props = {
  filter: PeopleFilter;
  /** Set where people of several accounts are listed. */
  accounts?: boolean;
  /** What shows instead of an empty list, in place of the usual text. */
  empty?: ReactNode;
};

/** People, a page at a time. */
export function PeopleList({ filter, accounts, empty }: Props) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    usePeoplePagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  if (!data && error) {
    const failure = apiError(error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) return <ListSkeleton label="Loading people" />;
  const people = data.pages.flatMap((page) => page.people);
  if (people.length === 0) {
    return (
      empty ?? (
        <EmptyState icon="users" title="Nobody is here yet">
          People show here as soon as they are added.
        </EmptyState>
      )
    );
  }
  return (
    <div aria-busy={isFetching}>
      <PeopleTable people={people} accounts={accounts} />
      <ListFoot
        shown={
          hasNextPage
            ? `The first ${plural(people.length, 'person', 'people')}`
            : plural(people.length, 'person', 'people')
        }
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        onMore={() => void fetchNextPage().unwrap().catch(toastError)}
      />
    </div>
  );
}
