import { useEffect, useState } from 'react';
import { ago, dateTime } from '@/lib/dates';

const minute = 60_000;

/** How long the words hold: seconds are told for a minute, minutes for an hour. */
function holdsFor(at: string, now: Date): number {
  const age = Math.max(0, now.getTime() - new Date(at).getTime());
  const step = age < minute ? 1000 : age < 60 * minute ? minute : 60 * minute;
  return step - (age % step);
}

type Props = { at: string; edited?: boolean; className?: string };

/** `3 minutes ago`, renewed when the words change and not before; the date and time show on hover. */
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
