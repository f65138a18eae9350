import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { Icon } from '@/ui';
import type { Viewer } from '../useViewer';
import classes from '../viewer.module.css';
import { mostMatches } from './search';
import type { TextLayers } from './textLayers';
import { type Find, useHighlights } from './useFind';

/** Describes the state of the search in words. */
export function findWords({ query, matches, at, searched }: Omit<Find, 'setQuery' | 'step'>, pages: number): string {
  if (!query.trim()) return '';
  const more = matches.length >= mostMatches ? '+' : '';
  if (matches.length > 0) return `${at + 1} of ${matches.length}${more}`;
  return searched < pages ? `Searching page ${Math.min(searched + 1, pages)} of ${pages}` : 'Not found';
}

interface Props {
  find: Find;
  texts: TextLayers;
  viewer: Viewer;
  onClose: () => void;
}

/** Searches the text of a PDF: Enter and Shift+Enter move between the matches, Escape closes. */
export function FindBar({ find, texts, viewer, onClose }: Props) {
  useHighlights(texts, find, viewer, true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = find.matches.length === 0;
  const buttons = [
    { label: 'Previous match', icon: 'chevronUp', off: none, run: () => find.step(-1) },
    { label: 'Next match', icon: 'chevronDown', off: none, run: () => find.step(1) },
    { label: 'Close the search', icon: 'close', off: false, run: onClose },
  ] as const;
  return (
    <search className={classes.find}>
      <TextInput
        ref={focusOnMount}
        size="xs"
        aria-label="Find in the file"
        placeholder="Find in the file"
        maxLength={200}
        value={find.query}
        onChange={(event) => find.setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="tabular" role="status">
        {findWords(find, viewer.pages.length)}
      </span>
      {buttons.map(({ label, icon, off, run }) => (
        <button key={label} type="button" className={classes.tool} aria-label={label} disabled={off} onClick={run}>
          <Icon name={icon} size={15} />
        </button>
      ))}
    </search>
  );
}
