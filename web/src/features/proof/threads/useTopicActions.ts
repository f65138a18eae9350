import { useMemo } from 'react';
import {
  type NewTopic,
  type Topic,
  useDeleteCommentMutation,
  useDeleteTopicMutation,
  useEditCommentMutation,
  useEditTopicMessageMutation,
  useResolveTopicMutation,
  useUpdateAnnotationMutation,
} from '@/api';
import { useApiDispatch, useMe } from '@/api/hooks';
import { sendOrQueue } from '@/api/outbox/outbox';
import { proofApi } from '@/api/proof/proofTags';
import { useCacheDispatch } from '@/api/proof/useCacheDispatch';
import type { Written } from '@/shared/threads/editor/Editor';
import { settled, type Tab, type ThreadActions, threadActions } from '@/shared/threads/threadActions';

export interface VersionKey {
  orderId: string;
  attachmentId: string;
  versionId: string;
}

/** All actions on the topics of a version. */
export interface TopicActions extends ThreadActions {
  /**
   * Returns the id of the new topic, or null. `annotation` is empty for a comment on the whole file.
   */
  open: (written: Written, annotation: string, module: string | undefined) => Promise<string | null>;
  /** Changes a mark without a notification. */
  place: (topicId: string, annotation: string) => Promise<boolean>;
  resolve: (topicId: string, isResolve: boolean) => Promise<boolean>;
}

/** Returns the actions of a user with an account. */
export function useTopicActions(key: VersionKey, tab: Tab): TopicActions {
  const { orderId, attachmentId, versionId } = key;
  const dispatch = useCacheDispatch();
  const apiDispatch = useApiDispatch();
  const me = useMe();
  const [updateAnnotation] = useUpdateAnnotationMutation();
  const [editTopicMessage] = useEditTopicMessageMutation();
  const [editComment] = useEditCommentMutation();
  const [deleteTopic] = useDeleteTopicMutation();
  const [deleteComment] = useDeleteCommentMutation();
  const [resolveTopic] = useResolveTopicMutation();

  return useMemo(() => {
    const at = { orderId, attachmentId, versionId };
    const path = [orderId, 'attachment', attachmentId, 'version', versionId, 'annotation'].map(encodeURIComponent);
    const url = `/order/${path.join('/')}`;
    const { open, inTopic, ...actions } = threadActions({
      at,
      tab,
      me,
      show: (change: (topics: Topic[]) => void) =>
        dispatch(proofApi.util.updateQueryData('version', at, ({ data }) => change(data[tab]))),
      calls: {
        editTopic: (topicId, messageEdit) => editTopicMessage({ ...at, topicId, messageEdit }).unwrap(),
        editComment: (_topicId, commentId, messageEdit) => editComment({ ...at, commentId, messageEdit }).unwrap(),
        removeComment: (_topicId, commentId) => deleteComment({ ...at, commentId }).unwrap(),
        removeTopic: (topicId) => deleteTopic({ ...at, topicId }).unwrap(),
      },
      url: (topicId) => (topicId ? `${url}/${encodeURIComponent(topicId)}/comment` : url),
      what: { open: 'Comment on a proof', reply: 'Reply to a comment' },
      send: (change) => apiDispatch(sendOrQueue(change)),
    });

    return {
      ...actions,
      open({ message, mentions }, annotation, module) {
        const body: NewTopic = {
          message,
          mentions: JSON.stringify(mentions),
          annotation,
          public: tab === 'public',
          pdfAnnotationModule: module,
        };
        return open(message, annotation, `${annotation ? 'mark' : 'file'}:${versionId}:${tab}`, body);
      },
      place: (topicId, annotation) =>
        settled(topicId, () => updateAnnotation({ ...at, topicUpdate: { topicId, annotation } }).unwrap()),
      async resolve(topicId, isResolve) {
        const shown = inTopic(topicId, (topic) => void (topic.isResolve = isResolve));
        return settled(
          topicId,
          () => resolveTopic({ ...at, topicId, resolve: { data: isResolve, mentions: '[]' } }).unwrap(),
          shown.undo,
        );
      },
    };
  }, [
    orderId,
    attachmentId,
    versionId,
    tab,
    dispatch,
    me,
    apiDispatch,
    updateAnnotation,
    editTopicMessage,
    editComment,
    deleteTopic,
    deleteComment,
    resolveTopic,
  ]);
}
