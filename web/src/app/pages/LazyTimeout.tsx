import { Button } from '@mantine/core';
import { EmptyState } from '@/ui';

/** Shown when a page does not load in time (BD-432, SH-159). */
export function LazyTimeout({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon="clock"
      title="Taking a long time to load component..."
      action={
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}
