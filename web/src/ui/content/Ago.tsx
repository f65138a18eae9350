import { useEffect, useState } from 'react';
import { ago, dateTime } from '@/lib/format/dates';

const minute = 60_000;

/**
 * Returns how long the text stays correct: seconds change every second for a minute, then minutes
 * for an hour.
 */
function holdsFor(at: string, now: Date): number {
  const age = Math.max(0, now.getTime() - new Date(at).getTime());
  const step = age < minute ? 1000 : age < 60 * minute ? minute : 60 * minute;
  return step - (age % step);
}

type Props = { at: string; edited?: boolean; className?: string };

/**
 * Shows `3 minutes ago` and updates it only when the text changes. The date and time show on hover.
 */
export function Ago({ at, edited, className }: Props) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), holdsFor(at, new Date()));
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={at} title={dateTime(at)} className={className}>
      {ago(at, now)}
      {edited && ' · edited'}
    </time>
  );
}
