import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAbility } from '@/api/hooks';
import { apiError, sentence } from '@/api/request/envelope';
import { useNow } from '@/lib/hooks/useNow';
import { usePeople } from '@/shared/threads/people';
import { Thread } from '@/shared/threads/Thread';
import type { Tab } from '@/shared/threads/threadActions';
import { useDeepLink } from '@/shared/threads/useDeepLink';
import { ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import orderClasses from '../order.module.css';
import classes from './conversation.module.css';
import { NewMessage } from './NewMessage';
import { useConversation, useMessageActions } from './useConversation';

/** How many of the newest messages show at first. */
const newest = 10;

const empty: Record<Tab, string> = {
  public: 'Nothing has been written yet. Whoever works on this order is told of each message.',
  internal: 'Nothing has been written yet. The customer does not see this tab.',
};

/** What people say about the order itself, from its first day (D-96, BY-061). */
export function Conversation({ orderId }: { orderId: string }) {
  const internal = useAbility('internal-comment');
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>(internal && search.get('public') === 'false' ? 'internal' : 'public');
  const [all, setAll] = useState(false);
  const [replying, setReplying] = useState<string>();
  const [linked, setLinked] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const { data, messages, failed, reload } = useConversation(orderId, tab);
  const people = usePeople(orderId, messages);
  const actions = useMessageActions(orderId, tab);
  const now = useNow();
  useDeepLink({
    commentId: search.get('commentId'),
    detail: data,
    tabs: internal ? ['public', 'internal'] : ['public'],
    reload,
    onFound: (topicId, found) => {
      setTab(found);
      setAll(true);
      setLinked(topicId);
    },
  });
  useEffect(() => {
    if (linked) list.current?.querySelector('[data-linked]')?.scrollIntoView({ block: 'center' });
  }, [linked]);
  const shown = all ? messages : messages.slice(-newest);
  const earlier = messages.length - shown.length;
  return (
    <Panel
      id="conversation"
      title="Conversation"
      aside={
        internal && (
          <SegmentedControl
            size="xs"
            aria-label="Who reads it"
            value={tab}
            onChange={setTab}
            data={[
              { value: 'public', label: 'Public' },
              { value: 'internal', label: 'Internal' },
            ]}
          />
        )
      }
    >
      {failed && <ErrorState small message={sentence(apiError(failed))} onRetry={() => void reload()} />}
      {!data && !failed && <Skeleton height={72} role="status" aria-label="Loading the conversation" />}
      {data && (
        <Stack gap="sm">
          {earlier > 0 && (
            <Button variant="subtle" size="compact-xs" style={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
              Show {earlier} earlier
            </Button>
          )}
          {messages.length === 0 && <p className={orderClasses.quiet}>{empty[tab]}</p>}
          {shown.length > 0 && (
            <ol ref={list} className={classes.messages} aria-label="Messages, oldest first">
              {shown.map((message) => (
                <li key={message.id} className={classes.message} data-linked={message.id === linked || undefined}>
                  <Thread
                    what="message"
                    topic={message}
                    people={people}
                    actions={actions}
                    readOnly={!data.can[tab]}
                    now={now}
                    open={replying === message.id}
                    focused
                  />
                  {message.can.reply && replying !== message.id && (
                    <Button
                      className={classes.reply}
                      variant="subtle"
                      size="compact-xs"
                      onClick={() => setReplying(message.id)}
                    >
                      Reply
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          )}
          {data.can[tab] && (
            <NewMessage key={tab} orderId={orderId} tab={tab} asks={!internal} people={people} actions={actions} />
          )}
        </Stack>
      )}
    </Panel>
  );
}
