import { useState } from 'react';

/**
 * Returns everything that was offered since the component was mounted. A button that is no longer
 * available keeps its place, so that no other button moves under the pointer.
 */
export function useOffered<T>(now: readonly T[]): readonly T[] {
  const [offered, setOffered] = useState(now);
  const more = now.filter((one) => !offered.includes(one));
  if (more.length === 0) return offered;
  const all = [...offered, ...more];
  setOffered(all);
  return all;
}
