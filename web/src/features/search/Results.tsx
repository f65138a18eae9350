import { Loader } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { useSearchOrdersQuery } from '@/api/generated';
import { useNow } from '@/lib/hooks/useNow';
import { CardContent } from '@/shared/view/CardContent';
import { searchLimit } from '@/shared/filters/quickSearch';
import { ErrorState } from '@/ui';
import classes from './QuickSearch.module.css';

type ResultsProps = { query: string; onKeyDown: (event: KeyboardEvent) => void; onPicked: () => void };

/** Shows the server's results as full order cards (BD-072). */
export function Results({ query, onKeyDown, onPicked }: ResultsProps) {
  const now = useNow();
  const { currentData, error, isFetching, refetch } = useSearchOrdersQuery(
    { customSearch: query, limit: searchLimit },
    { refetchOnMountOrArgChange: true },
  );
  const orders = (currentData?.success && currentData.data.orders) || [];
  const failed = error && !isFetching;
  return (
    // The search box keeps the focus when the user clicks beside a result.
    <div className={classes.results} tabIndex={-1}>
      {isFetching && <Loader size="xs" m="md" role="status" aria-label="Searching" />}
      {failed && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!isFetching && !failed && orders.length === 0 && (
        <p className={classes.none} role="status">
          No order matches “{query}”.
        </p>
      )}
      <ul aria-label="Orders found">
        {orders.map((card) => (
          <li key={card.id}>
            <Link
              to={`/orders/detail/${card.id}`}
              data-result
              className={classes.result}
              onKeyDown={onKeyDown}
              onClick={onPicked}
            >
              {card.archived && <span className={classes.archived}>Archived</span>}
              <CardContent card={card} now={now} alone />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
