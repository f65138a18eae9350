import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Icon, useShortcuts } from '@/ui';
import classes from './QuickSearch.module.css';
import { Results } from './Results';

/** The delay in ms between typing and searching (BD-127). */
export const debounceMs = 500;

/**
 * Searches on the server from the board. On the list it filters the loaded orders, through the
 * address (BD-121, BD-122).
 */
export function QuickSearch({ page }: { page: 'board' | 'list' }) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [params, setParams] = useSearchParams();
  const asked = page === 'list' ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const [known, setKnown] = useState(asked);
  if (asked !== known) {
    setKnown(asked);
    if (!asked) setText(''); // The page cleared the search with its filters.
  }
  const [debounced] = useDebouncedValue(text.trim(), debounceMs);
  const query = text.trim() && debounced; // An empty box clears the results at once (BD-126).
  const [focused, setFocused] = useState(false);
  useShortcuts([
    { keys: 'Ctrl+Q', what: 'Search orders', group: 'Everywhere', run: () => input.current?.focus() },
    { keys: '/', what: 'Search orders', group: 'Everywhere', run: () => input.current?.focus() },
  ]);

  useEffect(() => {
    // Nothing has changed. The address may be changing at this moment, and a write would restore
    // the old one.
    if (page !== 'list' || query === asked) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (query) next.set('q', query);
        else next.delete('q');
        return next;
      },
      { replace: true },
    );
  }, [page, query, asked, setParams]);

  /**
   * The arrow keys move through box and results and stop at both ends. Escape leaves the search
   * (BD-124).
   */
  const onKeyDown = (event: KeyboardEvent) => {
    const at = document.activeElement;
    // Enter must not submit the form (BD-125).
    if (event.key === 'Enter' && at === input.current) event.preventDefault();
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
      data-tour="search"
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
