import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Attachment, Order, Topic, Version } from '@/api';
import { CarriedForward } from '../carried/CarriedForward';
import { useMarkup } from '../markup';
import type { useOriginal } from '../export/useOriginal';
import { useDownload } from '../export/useDownload';
import { useExportComments } from '../export/useExportComments';
import { useProofSource } from '../source';
import { fetchEditor } from '../threads/Composer';
import { drafts } from '../threads/drafts';
import { confirmTopicDeletion } from '../threads/Thread';
import { ThreadPanel } from '../threads/ThreadPanel';
import type { Tab } from '../threads/useTopicActions';
import { Stage } from '../viewer/Stage';
import { ToolBar } from '../viewer/ToolBar';
import { usePdfText } from '../viewer/pdf/usePdfText';
import type { Loading } from '../viewer/useFile';
import type { Viewer } from '../viewer/useViewer';
import { DownloadButton } from './DownloadButton';
import { contextActions } from './contextActions';
import { Happened } from './Happened';
import { useDraftMark } from './useDraftMark';
import { useEscape } from './useEscape';
import { useMoves } from './useMoves';
import { useNow } from './useNow';
import { useProofPopover } from './useProofPopover';
import { useProofShortcuts } from './useProofShortcuts';

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
  tab: Tab;
  topics: readonly Topic[];
  detailLoading: boolean;
  /** Reads the comments again after a failure. */
  onRetry?: () => void;
  notice: string | null;
  role: string;
  loading: Loading;
  viewer: Viewer;
  /** The topic that the address names. */
  linked: string | null;
  /** Downloads the original file. */
  original: ReturnType<typeof useOriginal>;
  /** The element of the header that holds the controls of the marks. */
  header: HTMLElement | null;
  onPanel: () => void;
  /** The position of the log that is shown; undefined for the present. */
  asOf?: string;
  reloadOrder: () => Promise<Order | undefined>;
}

/** Shows the proof with its marks, and the threads beside it. */
export function Review(props: Props) {
  const {
    order,
    attachment,
    version,
    tab,
    topics,
    detailLoading,
    onRetry,
    notice,
    role,
    loading,
    viewer,
    linked,
    header,
    original,
    onPanel,
    asOf,
    reloadOrder,
  } = props;
  const readOnly = notice !== null;
  const draftKey = `${version.id}:${tab}`;
  const { pages, zoom } = viewer;
  const now = useNow();
  const source = useProofSource();
  const people = source.usePeople(order.id, topics);
  const key = { orderId: order.id, attachmentId: attachment.id, versionId: version.id };
  const actions = source.useTopicActions(key, tab);
  const markup = useMarkup({ key: draftKey, topics, pages, readOnly });
  const { state, dispatch, openInPanel } = markup;
  useMoves(markup, actions, zoom.scale);

  useDraftMark(draftKey, pages, readOnly, markup);

  const pin = markup.pins.find((p) => p.id === state.selected);
  const lead = useEffectEvent(() => {
    if (pin && markup.place === 'panel') viewer.show(pin);
  });
  const pinned = pin !== undefined;
  useEffect(() => {
    if (pinned) lead();
  }, [state.selected, pinned]);
  useEffect(() => {
    if (linked !== null) openInPanel(linked);
  }, [linked, openInPanel]);

  const back = () => viewer.stage.current?.focus({ preventScroll: true });
  const close = (id: string) => {
    dispatch({ type: 'closed', id });
    back();
  };
  const remove = async (id: string) => {
    const topic = topics.find((t) => t.id === id);
    if (!topic) dispatch({ type: 'delete', id });
    else if (topic.can.delete && !readOnly && (await confirmTopicDeletion())) await actions.removeTopic(id);
  };
  const [stepped, setStepped] = useState<string | null>(null);
  const toPin = (by: 1 | -1) => {
    const at = markup.pins.findIndex((p) => p.id === state.selected);
    const next = markup.pins[(at + by + markup.pins.length) % markup.pins.length];
    if (!next) return;
    openInPanel(next.id);
    setStepped(next.id);
  };
  const file = loading.state === 'ready' ? loading.file : null;
  const writes = file !== null && !readOnly;
  useEffect(() => {
    if (writes) fetchEditor();
  }, [writes]);
  const text = usePdfText(file);
  const onFind = text ? () => text.setFinding(true) : undefined;
  useProofShortcuts({ markup, viewer, onPin: toPin, onPanel, onFind });
  const from = { order, file, markup, reload: reloadOrder };
  const { download, percent } = useDownload(version, role, from);
  // The button shows before the file has loaded, so that it does not move other buttons later.
  const downloads = role !== 'guest' && loading.state !== 'unsupported';
  const exports = useExportComments({ version, from, role, tab, topics, people });
  const menu = contextActions({ order, attachment, version, viewer, role, download });

  const [sending, setSending] = useState(false);
  const popover = useProofPopover({
    markup,
    viewer,
    version,
    topics,
    draftKey,
    shared: { people, actions, readOnly, now },
    onSending: setSending,
    onClose: close,
    onSaved: (topicId) => {
      openInPanel(topicId);
      back();
    },
  });

  useEscape(() => {
    if (sending) return;
    const { unsaved } = markup;
    if (state.gesture || (!unsaved && state.selected === null)) {
      dispatch({ type: 'cancel' });
    } else if (unsaved) {
      drafts.drop(`mark:${draftKey}`);
      dispatch({ type: 'closed', id: unsaved.id });
    } else {
      // Closing a thread in the panel also removes the reply field. The focus moves to the number
      // of the thread.
      const card = document.activeElement?.closest('[data-topic]');
      card?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      dispatch({ type: 'cancel' });
    }
  });

  const asItWas = asOf !== undefined;
  const carried = useMemo(
    () =>
      !asItWas &&
      !source.guest && (
        <CarriedForward
          order={order}
          attachment={attachment}
          version={version}
          loading={loading}
          tab={tab}
          people={people}
          now={now}
          readOnly={readOnly}
          reload={reloadOrder}
        />
      ),
    [asItWas, source.guest, order, attachment, version, loading, tab, people, now, readOnly, reloadOrder],
  );

  const { pins, looks, hovered, hover, place } = markup;
  const { selected } = state;
  const panelMarks = useMemo(
    () => ({ pins, looks, hovered, hover, place, openInPanel, selected }),
    [pins, looks, hovered, hover, place, openInPanel, selected],
  );

  const [past, future] = [state.past.length, state.future.length];
  const shown = useMemo(
    () => ({
      key: draftKey,
      topics,
      numbers: new Map(pins.map((p) => [p.id, p.number])),
      past,
      future,
      scale: zoom.scale,
      stepped,
    }),
    [draftKey, topics, pins, past, future, zoom.scale, stepped],
  );

  return (
    <>
      <Happened shown={shown} ready={!detailLoading && pages.length > 0} />
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
      <ThreadPanel
        topics={topics}
        marks={panelMarks}
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
    </>
  );
}
