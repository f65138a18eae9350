import { Menu } from '@mantine/core';
import { Icon, type IconName } from '@/ui';
import { inPlace } from '@/ui/menus';

export interface ContextAction {
  label: string;
  icon: IconName;
  run: () => void;
  hint?: string;
}

interface Props {
  at: { x: number; y: number } | null;
  actions: ContextAction[];
  onClose: () => void;
}

/** The right-click menu of the proof. */
export function ContextMenu({ at, actions, onClose }: Props) {
  return (
    <Menu
      opened={at !== null}
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={220}
      shadow="md"
      returnFocus
      {...inPlace}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden={at === null}
          aria-label="Menu of the proof"
          style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1, padding: 0, opacity: 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label="Proof">
        {actions.map(({ label, icon, run, hint }) => (
          <Menu.Item key={label} leftSection={<Icon name={icon} size={15} />} rightSection={hint} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
