import { useState } from 'react';

/**
 * Everything that was offered since this was mounted. A button that loses its use keeps its place with this, so that no
 * other one comes to lie under the pointer.
 */
export function useOffered<T>(now: readonly T[]): readonly T[] {
  const [offered, setOffered] = useState(now);
  const more = now.filter((one) => !offered.includes(one));
  if (more.length === 0) return offered;
  const all = [...offered, ...more];
  setOffered(all);
  return all;
}
