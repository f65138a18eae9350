import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { genericError } from '@/api/request/envelope';
import type { Message } from '@/api/generated';
import { Cut, EmptyState, ErrorState, Icon, PersonAvatar, StatusBadge } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import classes from './notifications.module.css';

type Props = {
  messages: Message[];
  grouped?: boolean;
  isLoading: boolean;
  failed: boolean;
  onRetry: () => void;
  hasMore: boolean;
  onMore: () => void;
  onChoose: (message: Message) => void;
  onRead: (message: Message) => void;
  onDelete: (message: Message) => void;
};

export function NotificationBody({ messages, isLoading, failed, onRetry, hasMore, onMore, grouped, ...on }: Props) {
  if (isLoading) {
    return (
      <div className={classes.skeletons} role="status" aria-label="Loading notifications">
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} height={56} />
        ))}
      </div>
    );
  }
  if (failed && messages.length === 0) return <ErrorState small {...genericError} onRetry={onRetry} />;
  if (messages.length === 0) {
    return (
      <EmptyState small icon="bell" title="No notification yet!">
        What others do with your orders shows here.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.list}>
      {messages.map((message) => (
        <Row key={message.id} message={message} grouped={grouped} {...on} />
      ))}
      {hasMore && (
        <li className={classes.more}>
          <Button variant="subtle" size="xs" fullWidth onClick={onMore}>
            Load More
          </Button>
        </li>
      )}
    </ul>
  );
}

type RowProps = Pick<Props, 'onChoose' | 'onRead' | 'onDelete' | 'grouped'> & { message: Message };

/**
 * Says what happened, with the name of the person in bold. The server's sentence may begin with
 * that name.
 */
function Sentence({ message: { username, title, message } }: { message: Message }) {
  const text = message || title;
  const rest = username && text.startsWith(username) ? text.slice(username.length) : ` ${text}`;
  return username ? (
    <>
      <strong>{username}</strong>
      {rest}
    </>
  ) : (
    text
  );
}

/** Moves the focus from a removed row to the next one, or else to the popover. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? button.closest('[role="dialog"]');
  beside?.querySelector('button')?.focus();
}

function Row({ message, grouped, onChoose, onRead, onDelete }: RowProps) {
  const { data, username, title, created } = message;
  const unread = grouped ? message.totalRead < message.totalMessage : !message.isRead;
  return (
    <li className={classes.row} data-unread={unread || undefined} data-widget={data.widgetType}>
      <button type="button" className={classes.choose} onClick={() => onChoose(message)}>
        <PersonAvatar name={username || 'Proofboard'} image={message.avatar} size={32} title="" />
        <span className={classes.text}>
          <span className={classes.what}>
            <Sentence message={message} />
            {unread && <span className="sr-only"> (unread)</span>}
          </span>
          {message.excerpt && <q className={classes.excerpt}>{message.excerpt}</q>}
          <span className={classes.meta}>
            <span className="tabular">{data.cardNumber}</span>
            <Cut text={data.cardTitle} at={20} />
            <StatusBadge status={data.cardProgress} quiet />
          </span>
          <span className={classes.meta}>
            <Ago at={created} />
            {grouped && message.totalMessage > 1 && (
              <span className={classes.count}>{message.totalMessage} messages</span>
            )}
          </span>
        </span>
      </button>
      <span className={classes.tools}>
        {unread && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Mark as read: ${title}`}
            onClick={() => onRead(message)}
          >
            <Icon name="check" size={14} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Delete: ${title}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onDelete(message);
          }}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </span>
    </li>
  );
}
