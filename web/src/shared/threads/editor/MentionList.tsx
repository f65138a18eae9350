import { Portal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { PersonAvatar } from '@/ui';
import classes from '../threads.module.css';
import type { MentionMenu } from './mentionMenu';

/**
 * Lists the people that an `@` can mention, below the caret. The editor keeps the focus; the arrow
 * keys and Enter select.
 */
export function MentionList({ menu }: { menu: MentionMenu }) {
  const { open, items, index, rect } = useSyncExternalStore(menu.subscribe, menu.get);
  if (!open || !rect) return null;
  const above = rect.bottom > window.innerHeight - 280;
  const place = above ? { bottom: window.innerHeight - rect.top + 6 } : { top: rect.bottom + 6 };
  return (
    <Portal>
      <div
        className={classes.people}
        role="listbox"
        aria-label="People to mention"
        style={{ left: Math.min(rect.left, window.innerWidth - 270), ...place }}
      >
        {items.length === 0 && <p className={classes.nobody}>Nobody by that name</p>}
        {items.map((person, i) => (
          <div
            key={person.id}
            role="option"
            tabIndex={-1}
            aria-selected={i === index}
            className={classes.person}
            onMouseDown={(event) => {
              // Otherwise the page below takes the focus, which pointerdown cannot prevent.
              event.preventDefault();
              menu.pick(person);
            }}
          >
            <PersonAvatar name={person.name} image={person.avatar} size={22} />
            <span>{person.name}</span>
            <small>{person.position}</small>
          </div>
        ))}
      </div>
    </Portal>
  );
}
