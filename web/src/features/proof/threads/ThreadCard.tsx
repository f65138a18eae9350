import { Stack } from '@mantine/core';
import { memo, type MouseEvent, useEffect, useRef } from 'react';
import type { Topic } from '@/api';
import { motionIsReduced } from '@/lib/motion';
import { Icon } from '@/ui';
import type { PinLook } from '../canvas/Pins';
import { paintOf } from '../canvas/palette';
import { Thread } from '@/shared/threads/Thread';
import classes from './threads.module.css';
import type { ThreadProps } from './threadProps';

/** The delay in ms before the panel scrolls to the open thread (BD-240). */
export const scrollDelayMs = 350;

interface Props extends Omit<ThreadProps, 'topics'> {
  topic: Topic;
  number: number | undefined;
  look: PinLook | undefined;
  chosen: boolean;
  /** Set when it is open here, not at its mark. */
  open: boolean;
  hovered: boolean;
  onOpen: (id: string | null) => void;
  onHover: (id: string | null) => void;
}

/** A thread in the panel. Selecting it opens it and scrolls the view to its pin. */
export const ThreadCard = memo(function ThreadCard(props: Props) {
  const { topic, number, look, chosen, open, hovered, onOpen, onHover, ...shared } = props;
  const card = useRef<HTMLLIElement>(null);
  const { paint, ink } = paintOf(look?.color ?? 'blue');

  useEffect(() => {
    if (!chosen) return undefined;
    const timer = setTimeout(
      () => card.current?.scrollIntoView({ block: 'nearest', behavior: motionIsReduced() ? 'instant' : 'smooth' }),
      scrollDelayMs,
    );
    return () => clearTimeout(timer);
  }, [chosen]);

  const choose = (event: MouseEvent) => {
    const control = 'button, a, [role="textbox"], [role="menu"]';
    if (event.target instanceof Element && event.target.closest(control)) return;
    if (!open) onOpen(topic.id);
  };

  return (
    // The card's own button does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={card}
      className={classes.card}
      data-topic={topic.id}
      data-active={chosen || undefined}
      data-hovered={hovered || undefined}
      data-resolved={topic.isResolve || undefined}
      onClick={choose}
      onPointerEnter={() => onHover(topic.id)}
      onPointerLeave={() => onHover(null)}
    >
      <button
        type="button"
        className={classes.disc}
        style={number === undefined ? undefined : { background: paint, color: ink }}
        aria-expanded={open}
        aria-label={number === undefined ? 'Comment on the whole file' : `Comment ${number}`}
        onClick={() => onOpen(open ? null : topic.id)}
        onFocus={() => onHover(topic.id)}
        onBlur={() => onHover(null)}
      >
        {number ?? <Icon name="file" size={12} />}
      </button>
      <Stack gap={12} miw={0}>
        <Thread topic={topic} {...shared} open={open} />
      </Stack>
    </li>
  );
});
