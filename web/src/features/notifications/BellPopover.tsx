import { Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { AnchorTo } from '@/ui/AnchorTo';
import { GroupDetail } from './GroupDetail';
import { GroupList } from './GroupList';
import classes from './notifications.module.css';

type Props = { target: HTMLElement; opened: boolean; onChange: (opened: boolean) => void };

/** The popover of the bell: groups, and the messages of one group (SH-197, SH-198). */
export function BellPopover({ target, opened, onChange }: Props) {
  // A popover returns the focus only if it opens after it was mounted.
  const mounted = useMounted();
  const [group, setGroup] = useState<{ id: string; title: string } | null>(null);
  const close = () => onChange(false);
  return (
    <Popover
      opened={opened && mounted}
      onChange={onChange}
      position="bottom-end"
      width={380}
      offset={6}
      trapFocus
      returnFocus
      onClose={() => setGroup(null)}
    >
      <Popover.Target>
        <AnchorTo element={target} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications" className={classes.popover}>
        {group ? (
          <GroupDetail group={group} onBack={() => setGroup(null)} onOpen={close} />
        ) : (
          <GroupList onGroup={setGroup} onOpen={close} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
