import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { plural } from '@/lib/format/text';
import { ListFoot } from '@/shared/accounts/ListFoot';
import { toastError } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import classes from './billing.module.css';

/** What a list needs of its query. */
type Query<Item> = {
  data?: { pages: { data: Item[] }[] };
  error?: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => { unwrap: () => Promise<unknown> };
  refetch: () => unknown;
};

type Props<Item> = {
  query: Query<Item>;
  /** What one entry is called. */
  noun: string;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A list that grows by a page at a time, or the state that takes its place. */
export function PagedList<Item>({ query, noun, empty, children }: Props<Item>) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  if (!data && error) {
    const failure = apiError(error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div className={classes.waiting} role="status" aria-label={`Loading ${noun}s`}>
        {[0, 1, 2, 3, 4, 5].map((n) => (
          <Skeleton key={n} height={20} />
        ))}
      </div>
    );
  }
  const items = data.pages.flatMap((page) => page.data);
  if (items.length === 0) return empty;
  const count = plural(items.length, noun);
  return (
    <div aria-busy={isFetching}>
      {children(items)}
      <ListFoot
        shown={hasNextPage ? `The first ${count}` : count}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        onMore={() => void fetchNextPage().unwrap().catch(toastError)}
      />
    </div>
  );
}
