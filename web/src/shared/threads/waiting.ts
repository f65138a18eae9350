import type { Topic } from '@/api';
import type { Change } from '@/api/outbox/outboxState';
import { type Tab, waitingComment } from './threadActions';

/** Returns the topics with the queued comments (BY-036). */
export function withWaiting(
  topics: readonly Topic[],
  changes: Change[],
  versionId: string,
  tab: Tab,
): readonly Topic[] {
  const here = changes.flatMap(({ key: id, comment }) =>
    comment?.versionId === versionId && comment.tab === tab ? [{ id, comment }] : [],
  );
  if (here.length === 0) return topics;
  const replies = ({ id: topicId, comments }: Topic) =>
    here.flatMap(({ id, comment }) =>
      comment.topicId === topicId && comments.every((shown) => shown.id !== id) ? [waitingComment(id, comment)] : [],
    );
  const answered = topics.map((topic) => {
    const more = replies(topic);
    return more.length > 0 ? { ...topic, comments: [...topic.comments, ...more] } : topic;
  });
  const opened = here.flatMap(({ id, comment }): Topic[] => {
    if (comment.topicId !== undefined) return [];
    const { annotation } = comment;
    const can = { edit: false, delete: false, resolve: false, reply: false };
    const shown = waitingComment(id, comment);
    return [{ ...shown, topicId: id, isTopic: true, isResolve: false, annotation, comments: [], version: 0, can }];
  });
  return [...answered, ...opened];
}
