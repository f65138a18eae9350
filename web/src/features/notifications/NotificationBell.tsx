import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useMessageGroupsQuery } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { Icon, toastNotLoaded } from '@/ui';
import { useFlash } from './useFlash';
import classes from './NotificationBell.module.css';

const popover = onDemand(() => import('./BellPopover'));

/** Returns the text of the badge: the count, `9+` above 9, nothing at 0 (SH-196). */
export function badge(unread: number): string {
  if (unread <= 0) return '';
  return unread > 9 ? '9+' : String(unread);
}

/** The bell with its popover: groups, and the messages of one group (SH-197, SH-198). */
export function NotificationBell({ unread: initial }: { unread: number }) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const lit = useFlash();
  const { data } = useMessageGroupsQuery({ page: 1, limit: 10 });
  const unread = data?.meta.unread ?? initial;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  const loaded = useOnDemand(popover, opened, () => {
    setOpened(false);
    toastNotLoaded();
  });

  return (
    <span className={classes.target} data-flash={lit || undefined} data-tour="bell">
      <ActionIcon
        ref={setTarget}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Icon name="bell" size={20} />
      </ActionIcon>
      {badge(unread) && (
        <span className={classes.badge} data-testid="unread" aria-hidden="true">
          {badge(unread)}
        </span>
      )}
      {loaded && target && <loaded.BellPopover target={target} opened={opened} onChange={setOpened} />}
    </span>
  );
}
