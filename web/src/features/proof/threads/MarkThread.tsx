import type { Topic } from '@/api';
import { Icon } from '@/ui';
import { paintOf } from '../canvas/palette';
import type { People } from './people';
import { Thread } from './Thread';
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

/** A topic opened at its mark. */
export function MarkThread({ topic, number, color, people, actions, readOnly, now, onClose }: Props) {
  const { paint, ink } = paintOf(color);
  return (
    <div className={classes.tooltip}>
      <header className={classes.tipHead}>
        <span className={classes.disc} style={{ background: paint, color: ink }}>
          {number}
        </span>
        <span>Comment {number}</span>
        <button type="button" className={classes.more} aria-label="Close the comment" onClick={onClose}>
          <Icon name="close" size={15} />
        </button>
      </header>
      <div className={classes.tipBody}>
        <Thread topic={topic} people={people} actions={actions} readOnly={readOnly} now={now} open />
      </div>
    </div>
  );
}
