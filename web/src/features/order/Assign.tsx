import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '@/api/generated';
import { AssignForm } from '@/shared/AssignForm';

/** Assigns operator and manager. Clearing a field removes the person. */
export function Assign({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" onClick={() => setOpened(!opened)}>
          Assign
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Assign operator and manager">
        {opened && <AssignForm order={order} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
