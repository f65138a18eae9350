import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiError, sentence } from '@/api/envelope';
import { useSearchOrdersQuery } from '@/api/generated';
import { useNow } from '@/lib/useNow';
import { CardContent } from '@/orders/CardContent';
import { ErrorState, Icon, useShortcuts } from '@/ui';
import classes from './QuickSearch.module.css';

/** Typing is quiet this long before it searches, and the server answers at most this many (BD-127, BD-128). */
export const debounceMs = 500;
export const searchLimit = 10;

/** On the board it asks the server; on the list it filters what is loaded, through the address (BD-121, BD-122). */
export function QuickSearch({ page }: { page: 'board' | 'list' }) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(page === 'list' ? (params.get('q') ?? '') : '');
  const [debounced] = useDebouncedValue(text.trim(), debounceMs);
  const query = text.trim() && debounced; // an empty box clears at once (BD-126)
  const [focused, setFocused] = useState(false);
  useShortcuts([
    { keys: 'Ctrl+Q', what: 'Search orders', group: 'Everywhere', run: () => input.current?.focus() },
    { keys: '/', what: 'Search orders', group: 'Everywhere', run: () => input.current?.focus() },
  ]);

  useEffect(() => {
    if (page !== 'list') return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (query) next.set('q', query);
        else next.delete('q');
        return next;
      },
      { replace: true },
    );
  }, [page, query, setParams]);

  /** The arrow keys go through box and results and stop at the ends; Escape leaves (BD-124). */
  const onKeyDown = (event: KeyboardEvent) => {
    const at = document.activeElement;
    if (event.key === 'Enter' && at === input.current) event.preventDefault(); // BD-125
    if (event.key === 'Escape' && at instanceof HTMLElement) at.blur();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [input.current, ...(box.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    const next = stops[stops.findIndex((stop) => stop === at) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div
      ref={box}
      className={classes.search}
      onFocus={() => setFocused(true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false);
      }}
    >
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="text"
        className={classes.input}
        aria-label="Quick search"
        placeholder={page === 'board' ? 'Search orders' : 'Filter this list'}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!text && <kbd className={classes.kbd}>Ctrl Q</kbd>}
      {page === 'board' && focused && query && (
        <Results query={query} onKeyDown={onKeyDown} onPicked={() => setText('')} />
      )}
    </div>
  );
}

type ResultsProps = { query: string; onKeyDown: (event: KeyboardEvent) => void; onPicked: () => void };

function Results({ query, onKeyDown, onPicked }: ResultsProps) {
  const now = useNow();
  const { currentData, error, isFetching, refetch } = useSearchOrdersQuery(
    { customSearch: query, limit: searchLimit },
    { refetchOnMountOrArgChange: true },
  );
  const orders = (currentData?.success && currentData.data.orders) || [];
  const failed = error && !isFetching;
  return (
    // The box keeps the focus when something beside a result is clicked.
    <div className={classes.results} tabIndex={-1}>
      {isFetching && <Loader size="xs" m="md" aria-label="Searching" />}
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
