import { Group, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Order, Status } from '@/api/generated';
import { useApiSelector } from '@/api/hooks';
import { selectWaiting, waitingFor } from '@/api/outbox/outboxState';
import { statusLabel } from '@/lib/format/status';
import { orderGroup as group } from '@/shared/command/actions';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import { Icon, inContent, StatusBadge, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';

const waitsHint = 'A change of this order waits for the connection. It can be changed again after that.';

/**
 * Shows the status, and the statuses that the user may change it to. While the menu is open its items stay,
 * although somebody else may move the order: they do not slip away under the pointer, and the server refuses
 * what is no longer possible.
 */
export function StatusControl({ order }: { order: Order }) {
  const { changeStatus, busy } = useOrderCommands();
  const [offered, setOffered] = useState<Status[] | null>(null);
  const waits = waitingFor(useApiSelector(selectWaiting), order.id);
  const allowed = waits ? [] : order.allowedStatuses;
  const statuses = waits ? [] : (offered ?? allowed);
  useShortcuts(
    allowed.map((status) => ({
      what: `Change status to ${statusLabel(status)}`,
      group,
      run: () => void changeStatus(order, status),
    })),
  );
  if (statuses.length === 0) {
    return (
      <Group
        component="span"
        gap={0}
        display="inline-flex"
        align="stretch"
        wrap="nowrap"
        title={waits ? waitsHint : 'Your role cannot change the status from here'}
      >
        <StatusBadge status={order.status} />
      </Group>
    );
  }
  return (
    <Menu
      {...inContent}
      position="bottom-end"
      width={200}
      onOpen={() => setOffered(order.allowedStatuses)}
      onClose={() => setOffered(null)}
    >
      <Menu.Target>
        <BusyButton
          variant="default"
          size="xs"
          fullWidth
          justify="space-between"
          busy={busy}
          rightSection={<Icon name="chevronDown" size={14} />}
          aria-label={`Status: ${statusLabel(order.status)}. Change it`}
        >
          <StatusBadge status={order.status} quiet />
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Change status to</Menu.Label>
        {statuses.map((status) => (
          <Menu.Item key={status} onClick={() => void changeStatus(order, status)}>
            <StatusBadge status={status} quiet />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
