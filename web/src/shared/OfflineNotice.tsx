import { selectConnection } from '@/api/connection';
import { useApiSelector } from '@/api/hooks';
import { selectOutbox } from '@/api/outboxState';
import { plural } from '@/lib/text';
import { OfflineBanner } from '@/ui';

/** Says that the connection is lost and how many changes are queued (BY-036). */
export function OfflineNotice() {
  const { offline } = useApiSelector(selectConnection);
  const { waiting, sending } = useApiSelector(selectOutbox);
  if (waiting.length === 0) return offline ? <OfflineBanner /> : null;
  const wait = `${plural(waiting.length, 'change')} ${waiting.length === 1 ? 'waits' : 'wait'}`;
  if (!offline && sending) return <OfflineBanner>Sending what was changed without a connection: {wait}.</OfflineBanner>;
  return <OfflineBanner>Offline: {wait} for the connection. What you see may be out of date.</OfflineBanner>;
}
