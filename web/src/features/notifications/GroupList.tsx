import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  type Message,
  useDeleteMessageGroupMutation,
  useDeleteMessagesMutation,
  useMessageGroupsQuery,
  useReadMessageGroupMutation,
  useReadMessagesMutation,
} from '@/api/generated';
import { toastError } from '@/shared/command/notify';
import { confirm, Icon } from '@/ui';
import { NotificationBody } from './NotificationBody';
import { settings } from './settings';
import classes from './notifications.module.css';
import { useOpen } from './useOpen';
import { usePages } from './usePages';

type Props = {
  onGroup: (group: { id: string; title: string }) => void;
  onOpen: () => void;
  /** Set when a group was open before, whose buttons are gone. */
  returned: boolean;
};

/** A button whose click takes away what it is for keeps the focus, which a disabled one would lose. */
const off = (nothing: boolean) => ({ 'aria-disabled': nothing || undefined, 'data-disabled': nothing || undefined });

/** All notifications, a row for each group. */
export function GroupList({ onGroup, onOpen, returned }: Props) {
  const { limit, more } = usePages();
  const { data, error, isLoading, refetch } = useMessageGroupsQuery({ page: 1, limit });
  const [readAll] = useReadMessagesMutation();
  const [deleteAll] = useDeleteMessagesMutation();
  const [readGroup] = useReadMessageGroupMutation();
  const [deleteGroup] = useDeleteMessageGroupMutation();
  const open = useOpen(onOpen);
  const messages = data?.data ?? [];
  const none = messages.length === 0;
  const allRead = none || data?.meta.unread === 0;

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (returned) heading.current?.focus();
  }, [returned]);

  const choose = (message: Message) => {
    if (message.totalMessage > 1) onGroup({ id: message.group, title: message.title });
    else void open(message);
  };

  return (
    <>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          Notifications
        </h2>
        <Button
          variant="subtle"
          size="compact-xs"
          {...off(allRead)}
          onClick={() => !allRead && void readAll().unwrap().catch(toastError)}
        >
          Mark All as Read
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          {...off(none)}
          onClick={() => {
            if (none) return;
            const message = 'Delete all notifications? This cannot be undone.';
            void confirm({ type: 'YESNO', title: 'Confirm', message, danger: true }).then((agreed) => {
              if (agreed) void deleteAll().unwrap().catch(toastError);
            });
          }}
        >
          Delete All
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Notification settings"
          onClick={() => {
            onOpen();
            settings.open();
          }}
        >
          <Icon name="settings" size={16} />
        </ActionIcon>
      </div>
      <NotificationBody
        messages={messages}
        grouped
        isLoading={isLoading}
        failed={Boolean(error)}
        onRetry={() => void refetch()}
        hasMore={(data?.meta.total ?? 0) > messages.length}
        onMore={more}
        onChoose={choose}
        onRead={({ group }) => void readGroup({ group }).unwrap().catch(toastError)}
        onDelete={({ group }) => void deleteGroup({ group }).unwrap().catch(toastError)}
      />
    </>
  );
}
