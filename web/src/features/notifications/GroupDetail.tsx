import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  useDeleteMessageGroupMutation,
  useDeleteMessageMutation,
  useMessageGroupQuery,
  useReadMessageGroupMutation,
  useReadMessageMutation,
} from '@/api/generated';
import { cut } from '@/lib/format/text';
import { toastError } from '@/shared/command/notify';
import { Icon } from '@/ui';
import { NotificationBody } from './NotificationBody';
import classes from './notifications.module.css';
import { useOpen } from './useOpen';
import { usePages } from './usePages';

type Props = { group: { id: string; title: string }; onBack: () => void; onOpen: () => void };

/** The messages of one group, with a back button. */
export function GroupDetail({ group, onBack, onOpen }: Props) {
  const { limit, more } = usePages();
  const { data, error, isLoading, refetch } = useMessageGroupQuery({ group: group.id, page: 1, limit });
  const [read] = useReadMessageMutation();
  const [readGroup] = useReadMessageGroupMutation();
  const [remove] = useDeleteMessageMutation();
  const [removeGroup] = useDeleteMessageGroupMutation();
  const open = useOpen(onOpen);
  const messages = data?.data ?? [];
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []); // the row that was chosen is gone

  return (
    <>
      <div className={classes.head}>
        <Button
          ref={back}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="chevronLeft" size={14} />}
          onClick={onBack}
        >
          All Notifications
        </Button>
        <span className={classes.spacer} />
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => void readGroup({ group: group.id }).unwrap().catch(toastError)}
        >
          Mark as Read
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          onClick={() => void removeGroup({ group: group.id }).unwrap().then(onBack, toastError)}
        >
          Delete
        </Button>
      </div>
      <p className={classes.groupTitle}>{cut(group.title, 60)}</p>
      <NotificationBody
        messages={messages}
        isLoading={isLoading}
        failed={Boolean(error)}
        onRetry={() => void refetch()}
        hasMore={(data?.meta.total ?? 0) > messages.length}
        onMore={more}
        onChoose={(message) => void open(message)}
        onRead={({ id }) => void read({ messageId: id }).unwrap().catch(toastError)}
        onDelete={({ id }) => void remove({ messageId: id }).unwrap().catch(toastError)}
      />
    </>
  );
}
