import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/**
 * The address changes when the slider has rested for this time, in ms: browsers refuse to change it
 * many times a second.
 */
const writeMs = 200;

/** How long a slider must rest before its value is requested, in ms. */
export const settleMs = 120;

/**
 * Returns the value of a slider that is stored in the address, 0 for none, and a function that sets
 * it. A new value counts at once, until the address changes. A slider that waited for the address
 * would jump back and lose the next key.
 */
export function useSlid(
  written: string | null,
  write: (to: number) => void,
): [at: number, slide: (to: number) => void] {
  const [slid, setSlid] = useState<{ to: number; over: string | null } | null>(null);
  const writeLater = useDebouncedCallback(write, writeMs);
  const slide = (to: number) => {
    setSlid({ to, over: written });
    writeLater(to);
  };
  return [slid?.over === written ? slid.to : Number(written ?? ''), slide];
}
