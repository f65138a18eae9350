import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Topic } from '@/api';
import { Icon } from '@/ui';
import { paintOf } from '../canvas/palette';
import type { People } from '@/shared/threads/people';
import { Thread } from '@/shared/threads/Thread';
import classes from './threads.module.css';
import type { TopicActions } from './useTopicActions';

interface Props {
  topic: Topic;
  number: number | undefined;
  color: string;
  people: People;
  actions: TopicActions;
  readOnly: boolean;
  now: Date;
  onClose: () => void;
}

/** The elements that open a thread with a key, and get the focus back when it closes. */
const openers = '[data-pin]:focus-visible, [role="application"]:focus-visible';

/**
 * Shows a topic at its mark. When it was opened with a key it takes the focus; Escape closes it.
 */
export function MarkThread({ topic, number, color, people, actions, readOnly, now, onClose }: Props) {
  const { paint, ink } = paintOf(color);
  const close = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    opener.current = document.querySelector<HTMLElement>(openers);
    if (opener.current) close.current?.focus({ preventScroll: true });
  }, [topic.id]);
  const leave = () => {
    onClose();
    opener.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    leave();
  };
  return (
    // The elements inside handle the keys. This handler only gets an Escape that none of them used.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.tooltip} onKeyDown={onKeyDown}>
      <header className={classes.tipHead}>
        <span className={classes.disc} style={{ background: paint, color: ink }}>
          {number}
        </span>
        <span>Comment {number}</span>
        <CloseButton
          ref={close}
          size={24}
          ml="auto"
          icon={<Icon name="close" size={15} />}
          aria-label="Close the comment"
          onClick={leave}
        />
      </header>
      <div className={classes.tipBody}>
        <Thread topic={topic} people={people} actions={actions} readOnly={readOnly} now={now} open />
      </div>
    </div>
  );
}
