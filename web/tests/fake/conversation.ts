import type { Comment, Topic } from '@/api/generated/proof';
import { type Calls, find, refuse } from './calls';
import { at, uuid } from './fixed';
import { type Part, sample } from './openapi';

type Author = { id: string; firstname: string; lastname: string };
type Tab = 'public' | 'internal';

/** The conversation of every order. */
export class FakeConversation {
  said: Record<Tab, Topic[]> = { public: [], internal: [] };
  private next = 9000;

  constructor(
    private readonly me: () => Author,
    private readonly provider: boolean,
  ) {}

  readonly calls: Calls = {
    conversation: () => ({
      data: {
        public: this.said.public,
        internal: this.provider ? this.said.internal : [],
        can: { public: true, internal: this.provider },
      },
    }),
    addConversationMessage: ({ newMessage: { message, public: open } }) => {
      const said = this.message(message);
      this.said[this.provider && open !== true ? 'internal' : 'public'].push(said);
      return { data: { id: said.id } };
    },
    editConversationMessage: ({ topicId, messageEdit: { data } }) => {
      this.find(topicId).message = data;
    },
    deleteConversationMessage: ({ topicId }) => {
      for (const list of Object.values(this.said)) {
        const i = list.findIndex(({ id }) => id === topicId);
        if (i >= 0) list.splice(i, 1);
      }
    },
    addConversationReply: ({ topicId, newComment: { message } }) => {
      const reply = this.reply(message);
      this.find(topicId).comments.push(reply);
      return { data: { id: topicId, commentId: reply.id } };
    },
    editConversationReply: ({ topicId, commentId, messageEdit: { data } }) => {
      find(this.find(topicId).comments, commentId).message = data;
    },
    deleteConversationReply: ({ topicId, commentId }) => {
      const topic = this.find(topicId);
      topic.comments = topic.comments.filter(({ id }) => id !== commentId);
    },
  };

  message(message: string, more: Part<Topic> = {}): Topic {
    const can = { edit: true, delete: true, resolve: false, reply: true };
    return sample('Topic', { ...this.written(message), can, isTopic: true, comments: [], ...more });
  }

  reply(message: string, more: Part<Comment> = {}): Comment {
    return sample('Comment', { ...this.written(message), can: { edit: true, delete: true }, ...more });
  }

  private written(message: string) {
    const { id, firstname, lastname } = this.me();
    const sender = { id, name: `${firstname} ${lastname}`, avatar: '' };
    return { id: uuid(this.next++), message, sender, user: sender, dateCreated: at(0) };
  }

  private find(topicId: string): Topic {
    const all = [...this.said.public, ...this.said.internal];
    return (
      all.find(({ id }) => id === topicId) ?? refuse(404, 'not_found', 'This does not exist or you may not see it.')
    );
  }
}
