import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Icon } from '@/ui';

/** The delay in ms between typing and searching. */
export const searchDelayMs = 300;

type Props = { label: string; value: string; onSearch: (text: string) => void };

/** A search field. It searches once the user pauses typing. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (!value) setText(''); // The page cleared the search with its filters.
  }
  const [settled] = useDebouncedValue(text.trim(), searchDelayMs);
  const wanted = text.trim() && settled; // An empty field clears the search at once.
  useEffect(() => {
    if (wanted !== value) onSearch(wanted);
    // Only what the user typed starts a search. A value that the page changed does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
