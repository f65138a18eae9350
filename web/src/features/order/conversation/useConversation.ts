import { useMemo } from 'react';
import { useApiDispatch, useApiSelector, useMe } from '@/api/hooks';
import type { Topic } from '@/api/generated/proof';
import {
  type NewMessage,
  useConversationQuery,
  useDeleteConversationMessageMutation,
  useDeleteConversationReplyMutation,
  useEditConversationMessageMutation,
  useEditConversationReplyMutation,
} from '@/api/generated/proof';
import { sendOrQueue } from '@/api/outbox/outbox';
import { selectWaiting } from '@/api/outbox/outboxState';
import { proofApi } from '@/api/proof/proofTags';
import { useCacheDispatch } from '@/api/proof/useCacheDispatch';
import type { Written } from '@/shared/threads/editor/Editor';
import { type Tab, threadActions } from '@/shared/threads/threadActions';
import { withWaiting } from '@/shared/threads/waiting';

const none: readonly Topic[] = [];

export const draftKey = (orderId: string, tab: Tab): string => `message:${orderId}:${tab}`;

/** The messages of a tab of an order's conversation (BY-061), with those that wait to be sent. */
export function useConversation(orderId: string, tab: Tab) {
  const { currentData, error, refetch } = useConversationQuery({ orderId });
  const waiting = useApiSelector(selectWaiting);
  const { data } = currentData ?? {};
  const messages = useMemo(
    () => withWaiting(data?.[tab] ?? none, waiting, orderId, tab),
    [data, waiting, orderId, tab],
  );
  return {
    data,
    messages,
    failed: error && !currentData ? error : undefined,
    reload: async () => (await refetch()).data?.data,
  };
}

/** The actions on the messages of a tab. */
export function useMessageActions(orderId: string, tab: Tab) {
  const dispatch = useCacheDispatch();
  const apiDispatch = useApiDispatch();
  const me = useMe();
  const [editMessage] = useEditConversationMessageMutation();
  const [editReply] = useEditConversationReplyMutation();
  const [deleteMessage] = useDeleteConversationMessageMutation();
  const [deleteReply] = useDeleteConversationReplyMutation();
  return useMemo(() => {
    const url = `/order/${encodeURIComponent(orderId)}/conversation`;
    const { open, ...actions } = threadActions({
      at: { orderId, versionId: orderId },
      tab,
      me,
      show: (change) =>
        dispatch(proofApi.util.updateQueryData('conversation', { orderId }, ({ data }) => change(data[tab]))),
      calls: {
        editTopic: (topicId, messageEdit) => editMessage({ orderId, topicId, messageEdit }).unwrap(),
        editComment: (topicId, commentId, messageEdit) =>
          editReply({ orderId, topicId, commentId, messageEdit }).unwrap(),
        removeComment: (topicId, commentId) => deleteReply({ orderId, topicId, commentId }).unwrap(),
        removeTopic: (topicId) => deleteMessage({ orderId, topicId }).unwrap(),
      },
      url: (topicId) => (topicId ? `${url}/${encodeURIComponent(topicId)}/reply` : url),
      what: { open: 'Message about an order', reply: 'Reply to a message' },
      send: (change) => apiDispatch(sendOrQueue(change)),
    });
    return {
      ...actions,
      /** Returns the id of the new message, or null. */
      write({ message }: Written) {
        const body: NewMessage = { message, public: tab === 'public' };
        return open(message, '', draftKey(orderId, tab), body);
      },
    };
  }, [orderId, tab, dispatch, apiDispatch, me, editMessage, editReply, deleteMessage, deleteReply]);
}

export type MessageActions = ReturnType<typeof useMessageActions>;
