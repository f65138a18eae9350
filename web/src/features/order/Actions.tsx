import { ActionIcon, Menu } from '@mantine/core';
import type { Order } from '@/api/generated';
import { actionWords } from '@/shared/actions';
import { useOrderCommands } from '@/shared/useOrderCommands';
import { Icon, inContent } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';
import { mainMove } from './mainMove';

/** Shows the main action as the filled button and the rest in a menu (D-05). */
export function Actions({ order }: { order: Order }) {
  const { perform, changeStatus, busy } = useOrderCommands();
  const main = mainMove(order);
  const rest = order.allowedActions.filter((action) => main?.kind !== 'action' || main.action !== action);
  const run = () => {
    if (main?.kind === 'action') void perform(order, main.action);
    if (main?.kind === 'status') void changeStatus(order, main.to);
  };
  return (
    <>
      {main && (
        <BusyButton onClick={run} busy={busy}>
          {main.kind === 'action' ? actionWords[main.action].label : main.label}
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
