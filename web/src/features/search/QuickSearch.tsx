import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLazyOrdersQuery } from '@/api/generated';
import { orderNumber } from '@/lib/text';
import { toastError } from '@/orders/notify';
import { Cut, Icon, StatusBadge, useShortcuts } from '@/ui';
import classes from './QuickSearch.module.css';

/** Typing is quiet this long before it searches, and the server answers at most this many (BD-127, BD-128). */
export const debounceMs = 500;
export const searchLimit = 10;

/** On the board it asks the server; on the list it filters what is loaded, through the address (BD-121, BD-122). */
export function QuickSearch({ page }: { page: 'board' | 'list' }) {
  const input = useRef<HTMLInputElement>(null);
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(page === 'list' ? (params.get('q') ?? '') : '');
  const [query] = useDebouncedValue(text.trim(), debounceMs);
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

  return (
    <div
      className={classes.search}
      onBlur={() => setTimeout(() => setFocused(false), 150)}
      onFocus={() => setFocused(true)}
    >
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="text"
        className={classes.input}
        aria-label="Quick search"
        placeholder={page === 'board' ? 'Search orders' : 'Filter this list'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {!text && <kbd className={classes.kbd}>Ctrl Q</kbd>}
      {page === 'board' && focused && query && <Results query={query} onPicked={() => setText('')} />}
    </div>
  );
}

function Results({ query, onPicked }: { query: string; onPicked: () => void }) {
  const navigate = useNavigate();
  const [search, { data, isFetching }] = useLazyOrdersQuery();
  useEffect(() => {
    void search({ view: 'list', customSearch: query, limit: searchLimit }).unwrap().catch(toastError);
  }, [query, search]);
  const orders = data?.data.orders ?? [];
  return (
    <div className={classes.results}>
      {isFetching && <Loader size="xs" m="md" />}
      {!isFetching && orders.length === 0 && <p className={classes.none}>No order matches “{query}”.</p>}
      <ul>
        {orders.map((card) => (
          <li key={card.id}>
            <button
              type="button"
              className={classes.result}
              onClick={() => {
                onPicked();
                void navigate(`/orders/detail/${card.id}`);
              }}
            >
              <span className={classes.text}>
                <Cut text={card.orderName} at={32} className={classes.name} />
                <span className={classes.more}>
                  {[orderNumber(card.orderId), card.client, card.company.name, card.serviceName]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <StatusBadge status={card.status} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
