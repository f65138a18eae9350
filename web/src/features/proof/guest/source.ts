import { useEffect, useMemo } from 'react';
import {
  type Topic,
  useApiDispatch,
  useGuestAddCommentMutation,
  useGuestDataQuery,
  useGuestDeleteCommentMutation,
  useGuestDeleteTopicMutation,
  useGuestEditCommentMutation,
  useGuestOpenTopicMutation,
  useGuestResolveCommentMutation,
  useGuestUpdateAnnotationMutation,
  useGuestVersionQuery,
} from '@/api';
import { apiError } from '@/api/request/envelope';
import '@/api/proof/proofTags';
import { invalidate } from '@/api/live/tags';
import { toastError } from '@/shared/command/notify';
import { askedAt, type Detail, type ProofSource } from '../source';
import type { Written } from '@/shared/threads/editor/Editor';
import type { People } from '@/shared/threads/people';
import { settled, type Tab } from '@/shared/threads/threadActions';
import type { TopicActions, VersionKey } from '../threads/useTopicActions';

/** Guests have no socket. The page refetches at this interval, in ms, while it is visible. */
export const askAgainMs = 4000;

export const guestPath = '/annotation/guestreviewer';

const none: Topic[] = [];

function useDetail({ orderId, attachmentId, versionId }: VersionKey): Detail {
  const dispatch = useApiDispatch();
  const query = useGuestVersionQuery(
    { orderId, attachmentId, versionId },
    { pollingInterval: askAgainMs, skipPollingIfUnfocused: true },
  );
  const { currentData, isError, error, refetch } = query;
  // A refusal means that the guest lost access, or may see different files now.
  const { status } = apiError(isError ? error : undefined);
  const refused = isError && typeof status === 'number' && status >= 400 && status < 500;
  useEffect(() => {
    if (refused) dispatch(invalidate(['Guest']));
  }, [refused, dispatch]);
  return {
    data: currentData?.data,
    askedAt: askedAt(query),
    error: undefined, // The page itself shows that the link is invalid.
    reload: async () => (await refetch()).data?.data,
  };
}

/** A guest cannot mention people, but sees the names of authors. */
function usePeople(_orderId: string, topics: readonly Topic[]): People {
  return useMemo(() => {
    const names = new Map(
      topics.flatMap((t) => [t.sender, ...t.comments.map((c) => c.sender)]).map((p) => [p.id, p.name]),
    );
    return { nobody: true, list: [], name: (id) => names.get(id) };
  }, [topics]);
}

const noMentions = '[]';

function useTopicActions({ orderId, attachmentId, versionId }: VersionKey, _tab: Tab): TopicActions {
  const [openTopic] = useGuestOpenTopicMutation();
  const [update] = useGuestUpdateAnnotationMutation();
  const [addComment] = useGuestAddCommentMutation();
  const [editComment] = useGuestEditCommentMutation();
  const [deleteComment] = useGuestDeleteCommentMutation();
  const [deleteTopic] = useGuestDeleteTopicMutation();
  const [resolve] = useGuestResolveCommentMutation();

  return useMemo(() => {
    const at = { orderId, attachmentId, versionId };
    const edit = (topicId: string, commentId: string, { message }: Written) =>
      settled(topicId, () =>
        editComment({ ...at, commentId, messageEdit: { data: message, mentions: noMentions } }).unwrap(),
      );
    return {
      async open({ message }, annotation, module) {
        try {
          const newTopic = { message, mentions: noMentions, annotation, pdfAnnotationModule: module };
          return (await openTopic({ ...at, newTopic }).unwrap()).data.id;
        } catch (error) {
          toastError(error);
          return null;
        }
      },
      place: (topicId, annotation) =>
        settled(topicId, () => update({ ...at, topicUpdate: { topicId, annotation } }).unwrap()),
      reply: (topicId, { message }) =>
        settled(topicId, () => addComment({ ...at, topicId, newComment: { message, mentions: noMentions } }).unwrap()),
      editTopic: (topicId, written) => edit(topicId, topicId, written),
      editComment: edit,
      removeComment: (topicId, commentId) => settled(topicId, () => deleteComment({ ...at, commentId }).unwrap()),
      removeTopic: (topicId) => settled(topicId, () => deleteTopic({ ...at, topicId }).unwrap()),
      resolve: (topicId, isResolve) =>
        settled(topicId, () =>
          resolve({ ...at, topicId, commentId: topicId, resolve: { data: isResolve, mentions: noMentions } }).unwrap(),
        ),
    };
  }, [
    orderId,
    attachmentId,
    versionId,
    openTopic,
    update,
    addComment,
    editComment,
    deleteComment,
    deleteTopic,
    resolve,
  ]);
}

const nothingWaits: never[] = [];

/** The reads and writes of a guest, who uses separate API calls. */
export const guestSource: ProofSource = {
  guest: true,
  useDetail: (key) => {
    const detail = useDetail(key);
    return detail.data ? { ...detail, data: { public: detail.data.public, internal: none } } : detail;
  },
  usePeople,
  useTopicActions,
  useMyId: () => useGuestDataQuery({}).data?.data.guestId ?? '',
  useWaiting: () => nothingWaits,
  path: (_orderId, attachmentId, versionId) =>
    `${guestPath}?${new URLSearchParams({ attachment: attachmentId, ...(versionId && { version: versionId }) }).toString()}`,
};
