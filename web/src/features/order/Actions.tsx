import { ActionIcon, Menu } from '@mantine/core';
import type { Order } from '@/api/generated';
import { useApiSelector } from '@/api/hooks';
import { selectWaiting, waitingFor } from '@/api/outbox/outboxState';
import { actionWords, orderGroup as group } from '@/shared/command/actions';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import { WaitingChange } from '@/shared/view/WaitingChange';
import { Icon, inContent, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { mainMove } from '@/shared/command/mainMove';
import { leadingKind } from './attachments/Attachments';

/**
 * Shows the main action as the filled button and the rest in a menu (D-05). While a change of the order waits for the
 * connection there are none: only the server knows what will be possible then.
 */
export function Actions({ order }: { order: Order }) {
  const { perform, changeStatus, busy } = useOrderCommands();
  const waits = waitingFor(useApiSelector(selectWaiting), order.id);
  const next = waits ? undefined : mainMove(order);
  // The buttons beside the proof have it.
  const decides = leadingKind(order) === 'customerReview' && order.reviewActions.includes('order-approved');
  const main = decides && next?.kind === 'status' && next.to === 'approved' ? undefined : next;
  const rest = (waits ? [] : order.allowedActions).filter(
    (action) => main?.kind !== 'action' || main.action !== action,
  );
  const run = () => {
    if (main?.kind === 'action') void perform(order, main.action);
    if (main?.kind === 'status') void changeStatus(order, main.to);
  };
  const label = main?.kind === 'action' ? actionWords[main.action].label : main?.label;
  useShortcuts([
    ...(label && !busy ? [{ what: label, group, run }] : []),
    ...rest.map((action) => ({
      what: actionWords[action].label,
      icon: actionWords[action].icon,
      group,
      run: () => void perform(order, action),
    })),
  ]);
  return (
    <>
      <WaitingChange change={waits} />
      {main && (
        <BusyButton onClick={run} busy={busy}>
          {label}
        </BusyButton>
      )}
      {rest.length > 0 && (
        <Menu {...inContent} position="bottom-end" width={210}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
              <Menu.Item
                key={action}
                leftSection={<Icon name={actionWords[action].icon} size={16} />}
                color={actionWords[action].danger ? 'var(--danger)' : undefined}
                onClick={() => void perform(order, action)}
              >
                {actionWords[action].label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
