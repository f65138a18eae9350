import { selectConnection } from '@/api/request/connection';
import { useApiDispatch, useApiSelector } from '@/api/hooks';
import { conflictsOpened, selectOutbox } from '@/api/outbox/outboxState';
import { plural } from '@/lib/format/text';
import { OfflineBanner } from '@/ui';
import { Button } from '@mantine/core';

/** Says that the connection is lost, how many changes are queued, and how many need an answer (BY-036). */
export function OfflineNotice() {
  const { offline } = useApiSelector(selectConnection);
  const { waiting: all, sending } = useApiSelector(selectOutbox);
  const waiting = all.filter(({ conflict }) => !conflict);
  const conflicts = all.length - waiting.length;
  if (conflicts > 0 && (!offline || waiting.length === 0)) return <Conflicts count={conflicts} />;
  if (waiting.length === 0) return offline ? <OfflineBanner /> : null;
  const wait = `${plural(waiting.length, 'change')} ${waiting.length === 1 ? 'waits' : 'wait'}`;
  if (!offline && sending) return <OfflineBanner>Sending what was changed without a connection: {wait}.</OfflineBanner>;
  return <OfflineBanner>Offline: {wait} for the connection. What you see may be out of date.</OfflineBanner>;
}

/** Lets the user answer the questions about changes that they closed without an answer. */
function Conflicts({ count }: { count: number }) {
  const dispatch = useApiDispatch();
  return (
    <OfflineBanner>
      {plural(count, 'change')} made offline {count === 1 ? 'needs' : 'need'} your answer, because somebody else changed
      the same meanwhile.{' '}
      <Button size="compact-xs" variant="default" onClick={() => dispatch(conflictsOpened())}>
        Answer
      </Button>
    </OfflineBanner>
  );
}
