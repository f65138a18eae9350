import { SegmentedControl } from '@mantine/core';
import { memo, useState } from 'react';
import type { Topic } from '@/api';
import type { Markup } from '../markup';
import { NewComment } from './NewComment';
import type { People } from './people';
import { ThreadCard } from './ThreadCard';
import { byPin } from './order';
import classes from './threads.module.css';
import type { TopicActions } from './useTopicActions';

export const emptyText = "You don't have any comment yet.";

export interface ThreadProps {
  topics: readonly Topic[];
  people: People;
  actions: TopicActions;
  readOnly: boolean;
  now: Date;
}

/** What the panel has to know of the marks. */
export type PanelMarks = Pick<Markup, 'pins' | 'looks' | 'hovered' | 'hover' | 'place' | 'openInPanel'> & {
  selected: string | null;
};

interface Props extends ThreadProps {
  marks: PanelMarks;
  loading: boolean;
  /** Why nothing can be written, if so. */
  notice: string | null;
  draftKey: string;
}

type Filter = 'all' | 'open' | 'resolved';

/** The threads of the current tab, in the order of their pins (BD-220). */
export const ThreadPanel = memo(function ThreadPanel(props: Props) {
  const { topics, marks, loading, notice, people, actions, readOnly, now, draftKey } = props;
  const [filter, setFilter] = useState<Filter>('all');
  const open = topics.filter((t) => !t.isResolve).length;
  const counts = { all: topics.length, open, resolved: topics.length - open };
  const numbers = new Map(marks.pins.map((pin) => [pin.id, pin.number]));
  const shown = byPin(topics, numbers).filter(
    (t) => filter === 'all' || t.isResolve === (filter === 'resolved') || t.id === marks.selected,
  );

  return (
    <aside className={classes.panel} aria-label="Comments" aria-busy={loading}>
      <header className={classes.head}>
        <h2>Comments</h2>
        <span className={classes.count} aria-label={`${open} open`}>
          {open}
        </span>
        <SegmentedControl
          size="xs"
          ml="auto"
          aria-label="Which comments"
          value={filter}
          onChange={(value) => setFilter(value)}
          data={[
            { value: 'all', label: `All ${counts.all}` },
            { value: 'open', label: `Open ${counts.open}` },
            { value: 'resolved', label: `Resolved ${counts.resolved}` },
          ]}
        />
      </header>
      {notice && (
        <p className={classes.notice} role="status">
          {notice}
        </p>
      )}
      {loading && topics.length === 0 ? (
        <div className={classes.skeletons} role="status" aria-label="Loading the comments">
          <span />
          <span />
          <span />
        </div>
      ) : (
        <ol className={classes.list}>
          {shown.map((topic) => (
            <ThreadCard
              key={topic.id}
              topic={topic}
              number={numbers.get(topic.id)}
              look={marks.looks.get(topic.id)}
              chosen={topic.id === marks.selected}
              open={topic.id === marks.selected && marks.place === 'panel'}
              hovered={topic.id === marks.hovered}
              onOpen={marks.openInPanel}
              onHover={marks.hover}
              people={people}
              actions={actions}
              readOnly={readOnly}
              now={now}
            />
          ))}
          {shown.length === 0 && (
            <li className={classes.empty}>
              <p>{topics.length === 0 ? emptyText : 'No comment here. Choose All to see the others.'}</p>
              {topics.length === 0 && !readOnly && <small>Draw on the proof to start one.</small>}
            </li>
          )}
        </ol>
      )}
      {!readOnly && (
        <NewComment
          key={draftKey}
          draftKey={draftKey}
          people={people}
          actions={actions}
          onOpenTopic={marks.openInPanel}
        />
      )}
    </aside>
  );
});
