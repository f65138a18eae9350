import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { dayOf, endOfDay } from '@/lib/dates';

/** The delay in ms before a selected day is saved automatically. */
export const restMs = 800;

type Props = { at: string | undefined; onSave: (at: string | null) => Promise<boolean> };

/**
 * The due date as a field. It is typed part by part, so a complete day is saved after a pause, with
 * Enter or on leaving the field; an empty one only with Enter or on leaving. Escape discards the
 * change.
 */
export function DueField({ at, onSave }: Props) {
  const day = dayOf(at);
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day); // The day was saved, or another user changed it.
    setTyped(null);
  }
  const sent = useRef<string>(undefined); // The day that is being sent.
  const save = async (to: string) => {
    if (to === day || to === sent.current) return;
    sent.current = to;
    const saved = await onSave(endOfDay(to) ?? null);
    sent.current = undefined;
    if (!saved) setTyped(null);
  };
  const rest = useDebouncedCallback((to: string) => void save(to), restMs);
  const settle = (field: HTMLInputElement) => {
    rest.cancel();
    if (typed === null) return;
    const whole = field.value === '' ? !field.validity.badInput : endOfDay(field.value) !== undefined;
    if (whole) void save(field.value);
    else setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle(event.currentTarget);
    if (event.key !== 'Escape' || typed === null) return;
    rest.cancel();
    setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label="Due date"
      value={typed ?? day}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (endOfDay(value)) rest(value);
        else rest.cancel();
      }}
      onBlur={(event) => settle(event.currentTarget)}
      onKeyDown={onKeyDown}
    />
  );
}
