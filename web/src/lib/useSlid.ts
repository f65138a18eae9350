import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The address follows when the slider rests this long: browsers refuse to change it many times a second. */
const writeMs = 200;

/** A slider is quiet this long before what it stands at is asked for. */
export const settleMs = 120;

/**
 * What a slider stands at that is kept in the address, 0 for nothing, and how to move it. A move counts at once, until the
 * address says something new: a thumb that waited for the address would be pulled back, and the next key be lost.
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
