import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ApiError, sentence } from '@/api/request/envelope';
import { plural } from '@/lib/format/text';
import { Icon } from '@/ui';
import { Keys } from '@/ui/keys/Keys';
import type { Place } from '../places/places';
import type { Entry } from './entries';
import { Line } from './Line';
import { palette } from './palette';
import classes from './palette.module.css';
import { useSections } from './useSections';

type Props = {
  userId: string;
  places: Place[];
  /** Called with the chosen line, and whether it opens in a new tab. */
  onChoose: (entry: Entry, newTab: boolean) => void;
};

/** The field of the palette and the lines that match it. */
export function Search({ userId, places, onChoose }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const pointed = useRef(false);
  const scrolled = useRef(false);
  const { sections, searching, error } = useSections(userId, places, text);
  const shown = sections.filter(({ entries }) => entries.length > 0);
  const entries = shown.flatMap((section) => section.entries);
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === chosen),
  );
  const active = entries[at];
  const go = (to: number) => {
    pointed.current = false;
    setChosen(entries[(to + entries.length) % entries.length]?.id ?? '');
  };

  useLayoutEffect(() => {
    const lines = list.current;
    if (!lines || pointed.current) return; // The line below the pointer stays there.
    if (at === 0) {
      if (scrolled.current) lines.scrollTop = 0; // Asking whether it has to would lay it out.
      return;
    }
    const line = lines.querySelector('[aria-selected="true"]');
    line?.previousElementSibling?.scrollIntoView({ block: 'nearest' }); // A first line shows its heading.
    line?.scrollIntoView({ block: 'nearest' });
  }, [at, active?.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(-1),
      Enter: () => active && onChoose(active, ctrl),
    };
    const run = ctrl && event.key.toLowerCase() === 'k' ? palette.close : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  return (
    <>
      <div className={classes.field}>
        <Icon name="search" size={18} />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search and commands"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? id : undefined}
          aria-activedescendant={active && `${id}-${at}`}
          placeholder="Go to an order or a page, or run an action"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            pointed.current = false;
            setText(event.currentTarget.value);
            setChosen('');
          }}
          onKeyDown={onKeyDown}
        />
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={palette.close}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </div>
      <div
        ref={list}
        className={classes.lines}
        onScroll={({ currentTarget }) => (scrolled.current = currentTarget.scrollTop > 0)}
      >
        {entries.length > 0 && (
          <div id={id} role="listbox" aria-label="Orders, pages and actions">
            {shown.map((section, group) => (
              // Elements stay where they are, because new ones for each letter take longer than the search.
              <div key={group} role="group" aria-label={section.name}>
                <div className={classes.heading} aria-hidden="true">
                  {section.name}
                </div>
                {section.entries.map((entry, line) => (
                  <Line
                    key={line}
                    id={`${id}-${entries.indexOf(entry)}`}
                    entry={entry}
                    active={entry === active}
                    onActive={() => {
                      pointed.current = true;
                      setChosen(entry.id);
                    }}
                    onChoose={(newTab) => onChoose(entry, newTab)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
        {entries.length === 0 && !searching && (
          <p className={classes.none}>
            {error ? 'Nothing that is loaded matches' : 'Nothing matches'} “{text.trim()}”.
            <span>Try another word, or the number of an order.</span>
          </p>
        )}
      </div>
      <Foot text={text.trim()} count={entries.length} searching={searching} error={error} />
    </>
  );
}

type FootProps = { text: string; count: number; searching: boolean; error?: ApiError };

/** Says how the search went, and which keys work. */
function Foot({ text, count, searching, error }: FootProps) {
  const results = count === 0 ? 'No results' : plural(count, 'result');
  const failed = error && `Only what this browser has loaded is searched. ${sentence(error)}`;
  return (
    <div className={classes.foot}>
      <span role="status" data-failed={failed !== undefined || undefined}>
        {text && (searching ? 'Searching all orders…' : (failed ?? results))}
      </span>
      <span className={classes.hints} aria-hidden="true">
        <span>
          <Keys keys="↑ ↓" /> choose
        </span>
        <span>
          <Keys keys="Enter" /> open
        </span>
        <span>
          <Keys keys="Ctrl+Enter" /> new tab
        </span>
      </span>
    </div>
  );
}
