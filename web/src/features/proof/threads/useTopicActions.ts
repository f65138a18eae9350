import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import {
  type Comment,
  type NewComment,
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
import { inOrder } from '@/api/request/inOrder';
import { sendOrQueue } from '@/api/outbox/outbox';
import type { Change, WaitingComment } from '@/api/outbox/outboxState';
import { proofApi } from '@/api/proof/proofTags';
import { toastError } from '@/shared/command/notify';
import { newId } from '@/lib/newId';
import type { Written } from './editor/Editor';

export interface VersionKey {
  orderId: string;
  attachmentId: string;
  versionId: string;
}

export type Tab = 'internal' | 'public';

type Patch = ReturnType<typeof proofApi.util.updateQueryData>;
const useCacheDispatch =
  useDispatch.withTypes<ThunkDispatch<ReturnType<Parameters<Patch>[1]>, unknown, UnknownAction>>();

const body = ({ message, mentions }: Written) => ({ data: message, mentions: JSON.stringify(mentions) });

/** Returns a comment as it shows before the server has stored it. */
export function waitingComment(key: string, { message, sender, at }: WaitingComment): Comment {
  const can = { edit: false, delete: false };
  return { id: key, message, sender, user: sender, dateCreated: at, isTopic: false, can };
}

/**
 * Sends a write about a topic after those before it, and shows its error. Either way the tags of the call
 * reload the version detail (BD-161).
 */
export async function settled(topicId: string, send: () => Promise<unknown>, undo?: () => void): Promise<boolean> {
  try {
    await inOrder(topicId, send);
    return true;
  } catch (error) {
    undo?.();
    toastError(error);
    return false;
  }
}

/**
 * Returns all actions on the topics of a version. Safe ones show at once and are rolled back when
 * the server refuses them; each returns whether it succeeded.
 */
export function useTopicActions(key: VersionKey, tab: Tab) {
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
    const show = (change: (topics: Topic[]) => void) =>
      dispatch(proofApi.util.updateQueryData('version', at, ({ data }) => change(data[tab])));
    const inTopic = (topicId: string, change: (topic: Topic) => void) =>
      show((topics) => {
        const topic = topics.find(({ id }) => id === topicId);
        if (topic) change(topic);
      });

    const sender = {
      id: me?.id ?? '',
      name: `${me?.firstname ?? ''} ${me?.lastname ?? ''}`.trim(),
      avatar: me?.avatar ?? '',
    };
    /**
     * Returns a comment as a change that is sent now, or queued until the connection returns
     * (BY-036).
     */
    const change = (words: Pick<WaitingComment, 'topicId' | 'message' | 'annotation' | 'draftKey'>, body: object) => {
      const { topicId } = words;
      const path = [orderId, 'attachment', attachmentId, 'version', versionId, 'annotation'].map(encodeURIComponent);
      const url = `/order/${path.join('/')}`;
      return {
        key: newId(),
        userId: sender.id,
        what: topicId ? 'Reply to a comment' : 'Comment on a proof',
        url: topicId ? `${url}/${encodeURIComponent(topicId)}/comment` : url,
        method: 'POST',
        body,
        comment: { ...at, tab, ...words, at: new Date().toISOString(), sender },
      } satisfies Change;
    };

    return {
      /**
       * Returns the id of the new topic, or null. `annotation` is empty for a comment on the whole
       * file.
       */
      async open(written: Written, annotation: string, module: string | undefined): Promise<string | null> {
        const { message } = written;
        const newTopic: NewTopic = {
          message,
          mentions: JSON.stringify(written.mentions),
          annotation,
          public: tab === 'public',
          pdfAnnotationModule: module,
        };
        const draftKey = `${annotation ? 'mark' : 'file'}:${versionId}:${tab}`;
        const sent = change({ message, annotation, draftKey }, newTopic);
        try {
          const outcome = await apiDispatch(sendOrQueue(sent));
          return outcome.waits ? sent.key : (outcome.answer.data?.id ?? null);
        } catch (error) {
          toastError(error);
          return null;
        }
      },

      /** Changes a mark without a notification. */
      place: (topicId: string, annotation: string) =>
        settled(topicId, () => updateAnnotation({ ...at, topicUpdate: { topicId, annotation } }).unwrap()),

      async reply(topicId: string, { message, mentions }: Written): Promise<boolean> {
        const body: NewComment = { message, mentions: JSON.stringify(mentions) };
        const sent = change({ topicId, message, annotation: '', draftKey: `reply:${topicId}` }, body);
        const shown = inTopic(topicId, ({ comments }) => void comments.push(waitingComment(sent.key, sent.comment)));
        try {
          const outcome = await apiDispatch(sendOrQueue(sent));
          if (outcome.waits) shown.undo(); // The queued comment is shown from here on.
          return true;
        } catch (error) {
          shown.undo();
          toastError(error);
          return false;
        }
      },

      async editTopic(topicId: string, written: Written): Promise<boolean> {
        const shown = inTopic(topicId, (topic) => void (topic.message = written.message));
        return settled(
          topicId,
          () => editTopicMessage({ ...at, topicId, messageEdit: body(written) }).unwrap(),
          shown.undo,
        );
      },

      async editComment(topicId: string, commentId: string, written: Written): Promise<boolean> {
        const shown = inTopic(topicId, ({ comments }) => {
          const comment = comments.find(({ id }) => id === commentId);
          if (comment) comment.message = written.message;
        });
        return settled(
          topicId,
          () => editComment({ ...at, commentId, messageEdit: body(written) }).unwrap(),
          shown.undo,
        );
      },

      async removeComment(topicId: string, commentId: string): Promise<boolean> {
        const shown = inTopic(topicId, (topic) => {
          topic.comments = topic.comments.filter(({ id }) => id !== commentId);
        });
        return settled(topicId, () => deleteComment({ ...at, commentId }).unwrap(), shown.undo);
      },

      async removeTopic(topicId: string): Promise<boolean> {
        const shown = show((topics) => {
          const i = topics.findIndex(({ id }) => id === topicId);
          if (i >= 0) topics.splice(i, 1);
        });
        return settled(topicId, () => deleteTopic({ ...at, topicId }).unwrap(), shown.undo);
      },

      /** Resolving sends true and reopening false (BD-193). */
      async resolve(topicId: string, isResolve: boolean): Promise<boolean> {
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

export type TopicActions = ReturnType<typeof useTopicActions>;
