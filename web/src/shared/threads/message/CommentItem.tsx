import { Menu, Stack } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { ago } from '@/lib/format/dates';
import { Icon, PersonAvatar } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { type Person, useApiSelector } from '@/api';
import { selectWaiting } from '@/api/outbox/outboxState';
import { inPlace } from '@/ui/menus';
import { Composer } from './Composer';
import type { Written } from '../editor/Editor';
import { Message } from './Message';
import type { People } from '../people';
import classes from '../threads.module.css';

interface Props {
  id: string;
  sender: Person;
  at: string;
  edited?: string;
  message: string;
  can: { edit: boolean; delete: boolean };
  people: People;
  now: Date;
  /** The label of the delete action: deleting a topic also deletes its comments. */
  deleteLabel: string;
  badge?: ReactNode;
  onEdit: (written: Written) => Promise<boolean>;
  onDelete: () => void;
}

/** Shows the author, the text and the time of a comment. Only the author gets the menu (BD-186). */
export function CommentItem(props: Props) {
  const { id, sender, at, edited, message, can, people, now, deleteLabel, badge, onEdit, onDelete } = props;
  const waits = useApiSelector((state) => selectWaiting(state).some(({ key }) => key === id));
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setEditing(false);
    menu.current?.focus();
  };
  const save = async (written: Written) => {
    setBusy(true);
    const done = await onEdit(written);
    setBusy(false);
    if (done) stop();
  };

  return (
    <article className={classes.comment} data-comment={id} aria-label={`${sender.name}, ${ago(at, now)}`}>
      <PersonAvatar name={sender.name} image={sender.avatar} size={26} />
      <Stack gap={2} miw={0}>
        <header className={classes.who}>
          <strong>{sender.name}</strong>
          {sender.role === 'guest' && <span className={classes.guest}>Guest</span>}
          <Ago at={at} edited={Boolean(edited)} />
          {badge}
          {waits && <span className={classes.waits}>Not sent yet</span>}
          {(can.edit || can.delete) && (
            // While editing, the menu must not take the focus back from the editor.
            <Menu position="bottom-end" width={180} {...inPlace} returnFocus={!editing}>
              <Menu.Target>
                <button ref={menu} type="button" className={classes.more} aria-label="Edit or delete">
                  <Icon name="dots" size={16} strokeWidth={2.6} />
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                {can.edit && <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>}
                {can.delete && (
                  <Menu.Item color="red" onClick={onDelete} aria-label={deleteLabel}>
                    Delete
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </header>
        {editing ? (
          <Composer
            label="Edit the comment"
            placeholder="Write a comment"
            initial={message}
            people={people}
            busy={busy}
            sendLabel="Save"
            focused
            onSend={(written) => void save(written)}
            onCancel={stop}
          />
        ) : (
          <Message text={message} name={people.name} />
        )}
      </Stack>
    </article>
  );
}
