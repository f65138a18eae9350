import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Topic } from '@/api';
import { plural } from '@/lib/format/text';
import { confirm, Icon } from '@/ui';
import { CommentItem } from './message/CommentItem';
import { Composer } from './message/Composer';
import { useDraft } from './message/drafts';
import type { Written } from './editor/Editor';
import type { People } from './people';
import classes from './threads.module.css';
import type { ThreadActions } from './threadActions';

/** The question before a topic is deleted names its comments and its annotation (D-21). */
export const deleteTopicText = 'Delete this topic? Its comments and annotation are deleted too. This cannot be undone.';

const questions = {
  topic: deleteTopicText,
  message: 'Delete this message? Its replies are deleted too. This cannot be undone.',
} as const;

export async function confirmDeletion(what: keyof typeof questions): Promise<boolean> {
  return confirm({
    type: 'CONTINUECANCEL',
    title: `Delete ${what}`,
    message: questions[what],
    accept: 'Delete',
    danger: true,
  });
}

interface Props {
  topic: Topic;
  people: People;
  actions: ThreadActions;
  /** Set when nothing can be written on this proof. */
  readOnly: boolean;
  now: Date;
  /** Shows every comment and the reply box. */
  open: boolean;
  /** What the thread is: a topic on a proof, or a message of a conversation, which shows all replies. */
  what?: 'topic' | 'message';
  focused?: boolean;
}

function Reply({ topic, people, actions, focused }: Pick<Props, 'topic' | 'people' | 'actions' | 'focused'>) {
  const draft = useDraft(`reply:${topic.id}`);
  const [round, setRound] = useState({ number: 0, initial: draft.first });
  const [busy, setBusy] = useState(false);
  const send = async (written: Written) => {
    setBusy(true);
    const done = await actions.reply(topic.id, written);
    setBusy(false);
    if (done) draft.drop();
    setRound(({ number }) => ({ number: number + 1, initial: done ? '' : written.message }));
  };
  return (
    <Composer
      key={round.number}
      label="Reply"
      placeholder={people.nobody ? 'Reply' : 'Reply, @ mentions somebody'}
      initial={round.initial}
      people={people}
      busy={busy}
      sendLabel="Reply"
      focused={focused || round.number > 0}
      onSend={(written) => void send(written)}
      onChange={draft.keep}
    />
  );
}

/**
 * A topic with its comments. The panel and the popover use the same component, so both show every
 * change (BD-194).
 */
export function Thread({ topic, people, actions, readOnly, now, open, what = 'topic', focused }: Props) {
  const { comments } = topic;
  const shown = open || what === 'message' ? comments : comments.slice(-1);
  const hidden = comments.length - shown.length;
  const remove = async () => {
    if (await confirmDeletion(what)) await actions.removeTopic(topic.id);
  };
  return (
    <>
      <CommentItem
        id={topic.id}
        sender={topic.sender}
        at={topic.dateCreated}
        edited={topic.dateEdited}
        message={topic.message}
        can={readOnly ? { edit: false, delete: false } : topic.can}
        people={people}
        now={now}
        deleteLabel={`Delete the ${what}`}
        badge={topic.isResolve && <span className={classes.resolved}>Resolved</span>}
        onEdit={(written) => actions.editTopic(topic.id, written)}
        onDelete={() => void remove()}
      />
      {hidden > 0 && <p className={classes.hidden}>{plural(hidden, 'earlier reply', 'earlier replies')}</p>}
      {shown.map((comment) => (
        <CommentItem
          key={comment.id}
          id={comment.id}
          sender={comment.sender}
          at={comment.dateCreated}
          edited={comment.dateEdited}
          message={comment.message}
          can={readOnly ? { edit: false, delete: false } : comment.can}
          people={people}
          now={now}
          deleteLabel="Delete the comment"
          onEdit={(written) => actions.editComment(topic.id, comment.id, written)}
          onDelete={() => void actions.removeComment(topic.id, comment.id)}
        />
      ))}
      {open && !readOnly && (
        <Stack gap={8}>
          {topic.can.reply && <Reply topic={topic} people={people} actions={actions} focused={focused} />}
          {topic.can.resolve && (
            <button
              type="button"
              className={classes.resolve}
              onClick={() => void actions.resolve?.(topic.id, !topic.isResolve)}
            >
              <Icon name={topic.isResolve ? 'refresh' : 'check'} size={14} />
              {topic.isResolve ? 'Reopen' : 'Resolve'}
            </button>
          )}
        </Stack>
      )}
    </>
  );
}
