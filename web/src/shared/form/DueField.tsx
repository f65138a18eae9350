import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { dayOf, endOfDay } from '@/lib/format/dates';
import { DateField } from '@/ui/fields/DateField';

/** The delay in ms before a chosen day is saved automatically. */
export const restMs = 800;

type Props = { at: string | undefined; onSave: (at: string | null) => Promise<boolean> };

/**
 * The due date as a field. A day is saved after a pause, with Enter or on leaving the field. Escape
 * discards the change.
 */
export function DueField({ at, onSave }: Props) {
  const day = dayOf(at);
  const [chosen, setChosen] = useState<string | null>(null);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day); // The day was saved, or another user changed it.
    setChosen(null);
  }
  const sent = useRef<string>(undefined); // The day that is being sent.
  const save = async (to: string) => {
    if (to === day || to === sent.current) return;
    sent.current = to;
    const saved = await onSave(endOfDay(to) ?? null);
    sent.current = undefined;
    if (!saved) setChosen(null);
  };
  const rest = useDebouncedCallback((to: string) => void save(to), { delay: restMs, flushOnUnmount: true });
  return (
    <DateField
      size="xs"
      aria-label="Due date"
      value={chosen ?? day}
      onChange={(to) => {
        setChosen(to);
        rest(to);
      }}
      onBlur={() => rest.flush()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') rest.flush();
        if (key !== 'Escape') return;
        rest.cancel();
        setChosen(null);
      }}
    />
  );
}
