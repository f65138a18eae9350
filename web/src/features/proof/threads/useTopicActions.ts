import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import {
  type Comment,
  type Topic,
  useAddCommentMutation,
  useDeleteCommentMutation,
  useDeleteTopicMutation,
  useEditCommentMutation,
  useEditTopicMessageMutation,
  useOpenTopicMutation,
  useResolveTopicMutation,
  useUpdateAnnotationMutation,
} from '@/api';
import { useMe } from '@/api/hooks';
import { api } from '@/api/tags';
import { toastError } from '@/orders/notify';
import type { Written } from './editor/Editor';

export interface VersionKey {
  orderId: string;
  attachmentId: string;
  versionId: string;
}

export type Tab = 'internal' | 'public';

type Patch = ReturnType<typeof api.util.updateQueryData>;
const useCacheDispatch =
  useDispatch.withTypes<ThunkDispatch<ReturnType<Parameters<Patch>[1]>, unknown, UnknownAction>>();

const body = ({ message, mentions }: Written) => ({ data: message, mentions: JSON.stringify(mentions) });

/** Waits for a write; says what went wrong. The tags of the call reload the version detail either way (BD-161). */
async function settled(call: Promise<unknown>, undo?: () => void): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    undo?.();
    toastError(error);
    return false;
  }
}

/**
 * Everything that can be done with the topics of a version. What is safe shows at once and is taken back when the
 * server refuses; each answers whether it was done.
 */
export function useTopicActions(key: VersionKey, tab: Tab) {
  const { orderId, attachmentId, versionId } = key;
  const dispatch = useCacheDispatch();
  const me = useMe();
  const [openTopic] = useOpenTopicMutation();
  const [updateAnnotation] = useUpdateAnnotationMutation();
  const [addComment] = useAddCommentMutation();
  const [editTopicMessage] = useEditTopicMessageMutation();
  const [editComment] = useEditCommentMutation();
  const [deleteTopic] = useDeleteTopicMutation();
  const [deleteComment] = useDeleteCommentMutation();
  const [resolveTopic] = useResolveTopicMutation();

  return useMemo(() => {
    const at = { orderId, attachmentId, versionId };
    const show = (change: (topics: Topic[]) => void) =>
      dispatch(api.util.updateQueryData('version', at, ({ data }) => change(data[tab])));
    const inTopic = (topicId: string, change: (topic: Topic) => void) =>
      show((topics) => {
        const topic = topics.find(({ id }) => id === topicId);
        if (topic) change(topic);
      });

    return {
      /** The id of the new topic, or null. `annotation` is empty for a comment on the whole file. */
      async open(written: Written, annotation: string, module: string | undefined): Promise<string | null> {
        const newTopic = {
          message: written.message,
          mentions: JSON.stringify(written.mentions),
          annotation,
          public: tab === 'public',
          pdfAnnotationModule: module,
        };
        try {
          return (await openTopic({ ...at, newTopic }).unwrap()).data.id;
        } catch (error) {
          toastError(error);
          return null;
        }
      },

      /** Moves a mark silently. */
      place: (topicId: string, annotation: string) =>
        settled(updateAnnotation({ ...at, topicUpdate: { topicId, annotation } }).unwrap()),

      async reply(topicId: string, written: Written): Promise<boolean> {
        const sender = {
          id: me?.id ?? '',
          name: `${me?.firstname ?? ''} ${me?.lastname ?? ''}`.trim(),
          avatar: me?.avatar ?? '',
        };
        const comment: Comment = {
          id: crypto.randomUUID(),
          message: written.message,
          sender,
          user: sender,
          dateCreated: new Date().toISOString(),
          isTopic: false,
          can: { edit: false, delete: false },
        };
        const shown = inTopic(topicId, (topic) => void topic.comments.push(comment));
        const newComment = { message: written.message, mentions: JSON.stringify(written.mentions) };
        return settled(addComment({ ...at, topicId, newComment }).unwrap(), shown.undo);
      },

      async editTopic(topicId: string, written: Written): Promise<boolean> {
        const shown = inTopic(topicId, (topic) => void (topic.message = written.message));
        return settled(editTopicMessage({ ...at, topicId, messageEdit: body(written) }).unwrap(), shown.undo);
      },

      async editComment(topicId: string, commentId: string, written: Written): Promise<boolean> {
        const shown = inTopic(topicId, ({ comments }) => {
          const comment = comments.find(({ id }) => id === commentId);
          if (comment) comment.message = written.message;
        });
        return settled(editComment({ ...at, commentId, messageEdit: body(written) }).unwrap(), shown.undo);
      },

      async removeComment(topicId: string, commentId: string): Promise<boolean> {
        const shown = inTopic(topicId, (topic) => {
          topic.comments = topic.comments.filter(({ id }) => id !== commentId);
        });
        return settled(deleteComment({ ...at, commentId }).unwrap(), shown.undo);
      },

      async removeTopic(topicId: string): Promise<boolean> {
        const shown = show((topics) => {
          const i = topics.findIndex(({ id }) => id === topicId);
          if (i >= 0) topics.splice(i, 1);
        });
        return settled(deleteTopic({ ...at, topicId }).unwrap(), shown.undo);
      },

      /** Resolving sends true and reopening false (BD-193). */
      async resolve(topicId: string, isResolve: boolean): Promise<boolean> {
        const shown = inTopic(topicId, (topic) => void (topic.isResolve = isResolve));
        return settled(
          resolveTopic({ ...at, topicId, resolve: { data: isResolve, mentions: '[]' } }).unwrap(),
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
    openTopic,
    updateAnnotation,
    addComment,
    editTopicMessage,
    editComment,
    deleteTopic,
    deleteComment,
    resolveTopic,
  ]);
}

export type TopicActions = ReturnType<typeof useTopicActions>;
