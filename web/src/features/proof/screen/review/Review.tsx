import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { CarriedForward } from '../../carried/CarriedForward';
import { useProofSource } from '../../source';
import { ThreadPanel } from '../../threads/ThreadPanel';
import { Stage } from '../../viewer/Stage';
import { ToolBar } from '../../viewer/ToolBar';
import { DownloadButton } from './DownloadButton';
import { Happened } from './Happened';
import { type ReviewProps, type ReviewState, useReview } from './useReview';

type PartProps = { props: ReviewProps; review: ReviewState };

/** Shows the proof with its marks, and the threads beside it. */
export function Review(props: ReviewProps) {
  const { version, role, loading, viewer, header, original } = props;
  const review = useReview(props);
  const { markup, sending, text, popover, menu, onFind, remove } = review;
  const { percent, download } = review.download;
  // The button shows before the file has loaded, so that it does not move other buttons later.
  const downloads = role !== 'guest' && loading.state !== 'unsupported';
  return (
    <>
      <Announcements props={props} review={review} />
      {downloads && header && createPortal(<DownloadButton percent={percent} onDownload={download} />, header)}
      <Stage
        name={version.fileName}
        loading={loading}
        viewer={viewer}
        // While changes are pending, nothing can be drawn over them.
        markup={sending ? { ...markup, dispatch: () => {} } : markup}
        text={text}
        popover={popover}
        actions={menu}
        original={original}
        onDelete={(id) => void remove(id)}
      >
        {loading.state === 'ready' && <ToolBar markup={markup} viewer={viewer} onFind={onFind} />}
      </Stage>
      <Threads props={props} review={review} />
    </>
  );
}

/** Tells screen readers what changed. */
function Announcements({ props, review }: PartProps) {
  const { topics, detailLoading, viewer } = props;
  const { draftKey: key, markup, stepped } = review;
  const { pins, state } = markup;
  const [past, future] = [state.past.length, state.future.length];
  const { scale } = viewer.zoom;
  const shown = useMemo(() => {
    const numbers = new Map(pins.map((pin) => [pin.id, pin.number]));
    return { key, topics, numbers, past, future, scale, stepped };
  }, [key, topics, pins, past, future, scale, stepped]);
  return <Happened shown={shown} ready={!detailLoading && viewer.pages.length > 0} />;
}

/** The threads, below the comments that can be carried forward from the version before. */
function Threads({ props, review }: PartProps) {
  const { order, attachment, version, loading, tab, topics, detailLoading, onRetry, notice, asOf, reloadOrder } = props;
  const { actions, draftKey, exports, markup, now, people, readOnly } = review;
  const { pins, looks, hovered, hover, place, openInPanel } = markup;
  const { selected } = markup.state;
  const { guest } = useProofSource();
  const marks = useMemo(
    () => ({ pins, looks, hovered, hover, place, openInPanel, selected }),
    [pins, looks, hovered, hover, place, openInPanel, selected],
  );
  const carries = asOf === undefined && !guest;
  const carried = useMemo(() => {
    const shared = { order, attachment, version, loading, tab, people, now, readOnly };
    return carries && <CarriedForward {...shared} reload={reloadOrder} />;
  }, [carries, order, attachment, version, loading, tab, people, now, readOnly, reloadOrder]);
  return (
    <ThreadPanel
      topics={topics}
      marks={marks}
      loading={detailLoading}
      onRetry={onRetry}
      notice={notice}
      people={people}
      actions={actions}
      readOnly={readOnly}
      now={now}
      draftKey={draftKey}
      exports={exports}
      above={carried}
    />
  );
}
