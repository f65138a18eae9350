import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { ErrorState } from '@/ui';
import classes from './reporting.module.css';

type Props<Data> = {
  query: { currentData?: Data; data?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown };
  children: (data: Data) => ReactNode;
};

/** A report, or the state that takes its place. While another one loads, the report before stays. */
export function Loaded<Data>({ query: { data, error, isFetching, refetch }, children }: Props<Data>) {
  if (error && !isFetching) {
    const failure = apiError(error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div className={classes.waiting} role="status" aria-label="Loading the report">
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} height={220} />
        ))}
      </div>
    );
  }
  return (
    <div className={classes.report} aria-busy={isFetching}>
      {children(data)}
    </div>
  );
}
