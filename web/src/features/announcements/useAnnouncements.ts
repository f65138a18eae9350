import { useEffect, useSyncExternalStore } from 'react';
import { type Announcement, useAnnouncementsQuery } from '@/api/shell';
import { sanitiser } from './AnnouncementText';

/** The longest wait in ms: browsers cannot wait longer than 24 days. */
const longestMs = 3_600_000;

/** The wait in ms when the next change is over already, which happens where the browser's clock is wrong. */
const overMs = 60_000;

const none: Announcement[] = [];

/**
 * Returns the announcements for the caller, once their text can be shown. They are read again when
 * one begins or ends. An error is not reported (SH-330).
 */
export function useAnnouncements(): Announcement[] {
  const { data, fulfilledTimeStamp, refetch } = useAnnouncementsQuery();
  const announcements = data?.data ?? none;
  const any = announcements.length > 0;
  // Not prefetched, because most of the time there is no announcement.
  const loaded = useSyncExternalStore(sanitiser.subscribe, sanitiser.current);
  useEffect(() => {
    if (any) sanitiser.get().catch(() => {});
  }, [any, fulfilledTimeStamp]);
  const changesAt = data?.changesAt;
  useEffect(() => {
    if (!changesAt) return undefined;
    const left = Date.parse(changesAt) - Date.now();
    const wait = left > 0 ? Math.min(left + 500, longestMs) : overMs;
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [changesAt, fulfilledTimeStamp, refetch]);
  return loaded ? announcements : none;
}
