import type { Comment, Topic, useMe } from '@/api';
import type { MessageEdit } from '@/api/generated/proof';
import type { Change, WaitingComment } from '@/api/outbox/outboxState';
import { inOrder } from '@/api/request/inOrder';
import { toastError } from '@/shared/command/notify';
import { newId } from '@/lib/newId';
import type { Written } from './editor/Editor';

export type Tab = 'internal' | 'public';

/** What a thread can do. Each returns whether it succeeded. */
export interface ThreadActions {
  reply: (topicId: string, written: Written) => Promise<boolean>;
  editTopic: (topicId: string, written: Written) => Promise<boolean>;
  editComment: (topicId: string, commentId: string, written: Written) => Promise<boolean>;
  removeComment: (topicId: string, commentId: string) => Promise<boolean>;
  removeTopic: (topicId: string) => Promise<boolean>;
  /** Resolving sends true and reopening false (BD-193). Messages of a conversation are not resolved. */
  resolve?: (topicId: string, isResolve: boolean) => Promise<boolean>;
}

/** The calls of the place where the threads are: a version of a proof, or an order's conversation. */
interface Calls {
  editTopic: (topicId: string, edit: MessageEdit) => Promise<unknown>;
  editComment: (topicId: string, commentId: string, edit: MessageEdit) => Promise<unknown>;
  removeComment: (topicId: string, commentId: string) => Promise<unknown>;
  removeTopic: (topicId: string) => Promise<unknown>;
}

type Outcome = { waits: true } | { waits: false; answer: { data?: { id?: string } } };
type Undo = { undo: () => void };

export interface Place {
  /** Where the queued comments belong; see `WaitingComment`. */
  at: Pick<WaitingComment, 'orderId' | 'attachmentId' | 'versionId'>;
  tab: Tab;
  me: ReturnType<typeof useMe>;
  /** Changes the shown topics of the tab at once. */
  show: (change: (topics: Topic[]) => void) => Undo;
  calls: Calls;
  /** The address that takes a new topic, or the replies to one. */
  url: (topicId?: string) => string;
  what: { open: string; reply: string };
  send: (change: Change) => Promise<Outcome>;
}

const edited = ({ message, mentions }: Written): MessageEdit => ({ data: message, mentions: JSON.stringify(mentions) });

/** Returns a comment as it shows before the server has stored it. */
export function waitingComment(key: string, { message, sender, at }: WaitingComment): Comment {
  const can = { edit: false, delete: false };
  return { id: key, message, sender, user: sender, dateCreated: at, isTopic: false, can };
}

/**
 * Sends a write about a topic after those before it, and shows its error. Either way the tags of the call
 * reload the topics (BD-161).
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
 * Returns all actions on the topics of a place, and `open`, which writes a new one. Safe ones show at
 * once and are rolled back when the server refuses them.
 */
export function threadActions({ at, tab, me, show, calls, url, what, send }: Place) {
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
   * Returns a comment as a change that is sent now, or queued until the connection returns (BY-036).
   */
  const change = (words: Pick<WaitingComment, 'topicId' | 'message' | 'annotation' | 'draftKey'>, body: object) =>
    ({
      key: newId(),
      userId: sender.id,
      what: words.topicId ? what.reply : what.open,
      url: url(words.topicId),
      method: 'POST',
      body,
      comment: { ...at, tab, ...words, at: new Date().toISOString(), sender },
    }) satisfies Change;

  return {
    /** Returns the id of the new topic, or null. `annotation` is empty for one without a mark. */
    async open(message: string, annotation: string, draftKey: string, body: object): Promise<string | null> {
      const sent = change({ message, annotation, draftKey }, body);
      try {
        const outcome = await send(sent);
        return outcome.waits ? sent.key : (outcome.answer.data?.id ?? null);
      } catch (error) {
        toastError(error);
        return null;
      }
    },

    async reply(topicId: string, { message, mentions }: Written): Promise<boolean> {
      const body = { message, mentions: JSON.stringify(mentions) };
      const sent = change({ topicId, message, annotation: '', draftKey: `reply:${topicId}` }, body);
      const shown = inTopic(topicId, ({ comments }) => void comments.push(waitingComment(sent.key, sent.comment)));
      try {
        const outcome = await send(sent);
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
      return settled(topicId, () => calls.editTopic(topicId, edited(written)), shown.undo);
    },

    async editComment(topicId: string, commentId: string, written: Written): Promise<boolean> {
      const shown = inTopic(topicId, ({ comments }) => {
        const comment = comments.find(({ id }) => id === commentId);
        if (comment) comment.message = written.message;
      });
      return settled(topicId, () => calls.editComment(topicId, commentId, edited(written)), shown.undo);
    },

    async removeComment(topicId: string, commentId: string): Promise<boolean> {
      const shown = inTopic(topicId, (topic) => {
        topic.comments = topic.comments.filter(({ id }) => id !== commentId);
      });
      return settled(topicId, () => calls.removeComment(topicId, commentId), shown.undo);
    },

    async removeTopic(topicId: string): Promise<boolean> {
      const shown = show((topics) => {
        const i = topics.findIndex(({ id }) => id === topicId);
        if (i >= 0) topics.splice(i, 1);
      });
      return settled(topicId, () => calls.removeTopic(topicId), shown.undo);
    },

    inTopic,
  };
}
