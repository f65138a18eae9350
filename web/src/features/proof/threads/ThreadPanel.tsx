import { Button } from '@mantine/core';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { EmptyState } from '@/ui';
import type { Markup } from '../markup';
import { useProofSource } from '../source';
import { type Filter, filtered, type Sort, sorted } from './listing';
import { MoreThreads } from './MoreThreads';
import { NewComment } from './message/NewComment';
import { type ExportComments, PanelHead } from './PanelHead';
import { ThreadCard } from './ThreadCard';
import type { ThreadProps } from './threadProps';
import classes from './threads.module.css';

export const emptyText = "You don't have any comment yet.";

/** What the panel needs to know about the marks. */
export type PanelMarks = Pick<Markup, 'pins' | 'looks' | 'hovered' | 'hover' | 'place' | 'openInPanel'> & {
  selected: string | null;
};

interface Props extends ThreadProps {
  marks: PanelMarks;
  loading: boolean;
  /** Reads the comments again after a failure. */
  onRetry?: () => void;
  /** Why nothing can be written, or null. */
  notice: string | null;
  draftKey: string;
  exports: ExportComments | undefined;
  /** Content above the threads. */
  above?: ReactNode;
}

/** The number of threads that are rendered at once. Scrolling renders more. */
const step = 60;

const emptyWords: Record<Filter, string> = {
  all: emptyText,
  open: 'No open comment here. Choose All to see the others.',
  resolved: 'No resolved comment here. Choose All to see the others.',
  mine: 'You have not written here yet. Choose All to see the others.',
  mentions: 'No comment here mentions you. Choose All to see the others.',
};

/** The threads of the current tab (BD-220), with the selected filter and order. */
export const ThreadPanel = memo(function ThreadPanel(props: Props) {
  const { topics, marks, loading, onRetry, notice, people, actions, readOnly, now, draftKey, exports, above } = props;
  const me = useProofSource().useMyId();
  const [filter, setFilter] = useState<Filter>('all');
  const [sort, setSort] = useLocalSetting<Sort>('thread-sort', 'page');
  const [most, setMost] = useState(step);
  const open = topics.filter((t) => !t.isResolve).length;
  const counts = { all: topics.length, open, resolved: topics.length - open };
  const numbers = useMemo(() => new Map(marks.pins.map((pin) => [pin.id, pin.number])), [marks.pins]);
  const found = useMemo(() => sorted(filtered(topics, filter, me), sort), [topics, filter, me, sort]);
  // The selected thread always shows, whatever the filter and its place in the list.
  const chosen = topics.find(({ id }) => id === marks.selected);
  const at = found.findIndex(({ id }) => id === marks.selected);
  const cut = found.slice(0, Math.max(most, at + 1));
  const shown = chosen && at < 0 ? [chosen, ...cut] : cut;

  return (
    <aside className={classes.panel} aria-label="Comments" aria-busy={loading}>
      <PanelHead counts={counts} filter={filter} onFilter={setFilter} sort={sort} onSort={setSort} exports={exports} />
      {notice && (
        <p className={classes.notice} role="status">
          {notice}
        </p>
      )}
      {above}
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
          {cut.length < found.length && <MoreThreads key={cut.length} onNear={() => setMost(cut.length + step)} />}
          {shown.length === 0 && onRetry && (
            <li>
              {/* A toast has shown the reason. */}
              <EmptyState
                small
                icon="alert"
                title="The comments could not be read"
                action={
                  <Button variant="default" size="xs" onClick={onRetry}>
                    Try again
                  </Button>
                }
              />
            </li>
          )}
          {shown.length === 0 && !onRetry && (
            <li className={classes.empty}>
              <p>{topics.length === 0 ? emptyText : emptyWords[filter]}</p>
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
