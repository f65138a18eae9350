import { Button } from '@mantine/core';
import type { Card } from '@/api/generated';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import { OrderTablePage } from './OrderTablePage';

/** The archived orders. People with the ability can restore them (D-05). */
export default function ArchivePage() {
  const { perform, busy } = useOrderCommands();
  const restore = (order: Card) =>
    order.allowedActions.includes('restore') && (
      <Button size="compact-xs" variant="default" disabled={busy} onClick={() => void perform(order, 'restore')}>
        Restore Order
      </Button>
    );
  return (
    <OrderTablePage
      kind="archive"
      title="Archived orders"
      above="Orders in the archive"
      empty="Nothing is archived"
      hint="Orders that were archived show here and can be restored."
      action={restore}
    />
  );
}
