import { useEffect, useState } from 'react';
import type { Attachment, Order, Topic, Version } from '@/api';
import { useMarkup } from '../../markup';
import type { useOriginal } from '../../export/useOriginal';
import { useDownload } from '../../export/useDownload';
import { useExportComments } from '../../export/report/useExportComments';
import { useProofSource } from '../../source';
import { fetchEditor } from '@/shared/threads/message/Composer';
import { drafts } from '@/shared/threads/message/drafts';
import { confirmDeletion } from '@/shared/threads/Thread';
import type { Tab } from '@/shared/threads/threadActions';
import { usePdfText } from '../../viewer/pdf/usePdfText';
import type { Loading } from '../../viewer/file/useFile';
import type { Viewer } from '../../viewer/useViewer';
import { contextActions } from './contextActions';
import { useDraftMark } from './useDraftMark';
import { useEscape } from './useEscape';
import { useMoves } from './useMoves';
import { useNow } from './useNow';
import { usePins } from './usePins';
import { useProofPopover } from './useProofPopover';
import { useProofShortcuts } from './useProofShortcuts';

export interface ReviewProps {
  order: Order;
  attachment: Attachment;
  version: Version;
  tab: Tab;
  topics: readonly Topic[];
  /** See `Detail.askedAt`. */
  askedAt: number | undefined;
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

/** The state of a review and what can be done with it: marks, topics, search, downloads. */
export function useReview(props: ReviewProps) {
  const { order, attachment, version, tab, topics, askedAt, notice, role, loading, viewer, linked, onPanel } = props;
  const { reloadOrder } = props;
  const readOnly = notice !== null;
  const draftKey = `${version.id}:${tab}`;
  const now = useNow();
  const source = useProofSource();
  const people = source.usePeople(order.id, topics);
  const actions = source.useTopicActions(
    { orderId: order.id, attachmentId: attachment.id, versionId: version.id },
    tab,
  );
  const markup = useMarkup({ key: draftKey, topics, askedAt, pages: viewer.pages, readOnly });
  useMoves(markup, actions, viewer.zoom.scale);
  useDraftMark(draftKey, viewer.pages, readOnly, markup);
  const { stepped, step } = usePins(markup, viewer, linked);

  const { dispatch, openInPanel } = markup;
  const back = () => viewer.stage.current?.focus({ preventScroll: true });
  const remove = async (id: string) => {
    const topic = topics.find((t) => t.id === id);
    if (!topic) dispatch({ type: 'delete', id });
    else if (topic.can.delete && !readOnly && (await confirmDeletion('topic'))) await actions.removeTopic(id);
  };

  const file = loading.state === 'ready' ? loading.file : null;
  const writes = file !== null && !readOnly;
  useEffect(() => {
    if (writes) fetchEditor();
  }, [writes]);
  const text = usePdfText(file);
  const onFind = text ? () => text.setFinding(true) : undefined;
  useProofShortcuts({ markup, viewer, onPin: step, onPanel, onFind });

  const from = { order, file, markup, reload: reloadOrder };
  const download = useDownload(version, role, from);
  const exports = useExportComments({ version, from, role, tab, topics, people });
  const menu = contextActions({ order, attachment, version, viewer, role, download: download.download });

  const [sending, setSending] = useState(false);
  const popover = useProofPopover({
    markup,
    viewer,
    version,
    topics,
    draftKey,
    shared: { people, actions, readOnly, now },
    onSending: setSending,
    onClose: (id) => {
      dispatch({ type: 'closed', id });
      back();
    },
    onSaved: (topicId) => {
      openInPanel(topicId);
      back();
    },
  });
  useEscape(() => {
    if (!sending) leave(markup, draftKey);
  });

  return {
    actions,
    download,
    draftKey,
    exports,
    markup,
    menu,
    now,
    onFind,
    people,
    popover,
    readOnly,
    remove,
    sending,
    stepped,
    text,
  };
}

export type ReviewState = ReturnType<typeof useReview>;

/** Leaves what is open, one level at a time: a gesture, the unsaved comment, the selected topic. */
function leave({ state, unsaved, dispatch }: ReviewState['markup'], draftKey: string): void {
  if (unsaved && !state.gesture) {
    drafts.drop(`mark:${draftKey}`);
    dispatch({ type: 'closed', id: unsaved.id });
    return;
  }
  if (state.selected !== null && !state.gesture) {
    // Closing a thread in the panel also removes the reply field. The focus moves to the number of
    // the thread.
    const card = document.activeElement?.closest('[data-topic]');
    card?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
  }
  dispatch({ type: 'cancel' });
}
