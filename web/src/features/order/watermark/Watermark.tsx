import { Button, Skeleton } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import type { Order } from '@/api/generated';
import { FormDialog } from '@/shared/form/FormDialog';

const WatermarkDialog = lazy(() => import('./WatermarkDialog'));

/** Shows whether downloaded proofs have a watermark, and opens its settings (BD-282). */
export function Watermark({ order }: { order: Order }) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [opened, setOpened] = useState(false);
  const words = order.downloadWithWatermark.isDownloadWithWatermark ? 'On downloads' : 'None';
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mr={-8}
        fw={400}
        aria-label={`Watermark: ${words}. Change`}
        onClick={() => setOpened(true)}
      >
        {words}
      </Button>
      <FormDialog
        opened={mounted && opened}
        onClose={() => setOpened(false)}
        title="Watermark of downloaded proofs"
        size="md"
      >
        <Suspense fallback={<Skeleton height={260} />}>
          <WatermarkDialog order={order} onDone={() => setOpened(false)} />
        </Suspense>
      </FormDialog>
    </>
  );
}
