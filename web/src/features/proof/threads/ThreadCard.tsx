import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '@/ui';
import { paintOf } from '../canvas/palette';
import type { Markup } from '../markup';
import { Thread } from './Thread';
import classes from './threads.module.css';
import type { ThreadProps } from './ThreadPanel';

/** The panel moves to the open thread this long after it was asked for (BD-240). */
export const scrollDelayMs = 350;

interface Props extends Omit<ThreadProps, 'topics'> {
  topic: ThreadProps['topics'][number];
  number: number | undefined;
  markup: Markup;
}

/** A thread in the panel. Choosing it opens it and leads the view to its pin. */
export function ThreadCard({ topic, number, markup, people, actions, readOnly, now }: Props) {
  const card = useRef<HTMLLIElement>(null);
  const chosen = markup.state.selected === topic.id;
  const open = chosen && markup.place === 'panel';
  const look = markup.looks.get(topic.id);
  const { paint, ink } = paintOf(look?.color ?? 'blue');

  useEffect(() => {
    if (!chosen) return undefined;
    const timer = setTimeout(
      () => card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
      scrollDelayMs,
    );
    return () => clearTimeout(timer);
  }, [chosen]);

  const choose = (event: MouseEvent) => {
    const inControl =
      event.target instanceof Element && event.target.closest('button, a, [role="textbox"], [role="menu"]');
    if (!inControl && !open) markup.openInPanel(topic.id);
  };

  return (
    // the card's own button does the same by keyboard
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={card}
      className={classes.card}
      data-topic={topic.id}
      data-active={chosen || undefined}
      data-hovered={markup.hovered === topic.id || undefined}
      data-resolved={topic.isResolve || undefined}
      onClick={choose}
      onPointerEnter={() => markup.hover(topic.id)}
      onPointerLeave={() => markup.hover(null)}
    >
      <button
        type="button"
        className={classes.disc}
        style={number === undefined ? undefined : { background: paint, color: ink }}
        aria-expanded={open}
        aria-label={number === undefined ? 'Comment on the whole file' : `Comment ${number}`}
        onClick={() => markup.openInPanel(open ? null : topic.id)}
        onFocus={() => markup.hover(topic.id)}
        onBlur={() => markup.hover(null)}
      >
        {number ?? <Icon name="file" size={12} />}
      </button>
      <div className={classes.thread}>
        <Thread topic={topic} people={people} actions={actions} readOnly={readOnly} now={now} open={open} />
      </div>
    </li>
  );
}
