import { ActionIcon, Popover } from '@mantine/core';
import { useState } from 'react';
import { useMessageGroupsQuery } from '@/api/generated';
import { Icon } from '@/ui';
import { GroupDetail } from './GroupDetail';
import { GroupList } from './GroupList';
import classes from './notifications.module.css';

/** What the badge shows: the count, `9+` above 9, nothing at 0 (SH-196). */
export function badge(unread: number): string {
  if (unread <= 0) return '';
  return unread > 9 ? '9+' : String(unread);
}

/** The bell with its popover: groups, and the messages of one group (SH-197, SH-198). */
export function NotificationBell({ unread: initial }: { unread: number }) {
  const [opened, setOpened] = useState(false);
  const [group, setGroup] = useState<{ id: string; title: string } | null>(null);
  const { data } = useMessageGroupsQuery({ page: 1, limit: 10 });
  const unread = data?.meta.unread ?? initial;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  const close = () => setOpened(false);

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={380}
      offset={6}
      trapFocus
      returnFocus
      onClose={() => setGroup(null)}
    >
      <span className={classes.target}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            aria-haspopup="dialog"
            onClick={() => setOpened(!opened)}
          >
            <Icon name="bell" size={20} />
          </ActionIcon>
        </Popover.Target>
        {badge(unread) && (
          <span className={classes.badge} data-testid="unread" aria-hidden="true">
            {badge(unread)}
          </span>
        )}
      </span>
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
