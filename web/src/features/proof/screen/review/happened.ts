import type { Topic } from '@/api';
import { percent } from '../../viewer/zoom/zoom';

export interface Shown {
  /** Changes with the tab. Differences between two tabs are not announced. */
  key: string;
  topics: readonly Topic[];
  numbers: ReadonlyMap<string, number>;
  /** The number of steps that can be undone and redone. */
  past: number;
  future: number;
  scale: number;
  /** The topic that a key selected last. */
  stepped: string | null;
}

/**
 * Returns an announcement of what changed on the proof between two states, or '' when nothing is
 * worth announcing.
 */
export function happened(before: Shown, now: Shown): string {
  if (before.key !== now.key) return '';
  const name = ({ id }: Topic) => {
    const number = now.numbers.get(id);
    return number === undefined ? 'the comment on the whole file' : `comment ${number}`;
  };
  const old = new Map(before.topics.map((topic) => [topic.id, topic]));
  const words = now.topics.flatMap((topic) => {
    const was = old.get(topic.id);
    if (!was) return [`New comment by ${topic.sender.name}.`];
    const last = topic.comments.at(-1);
    if (last && topic.comments.length > was.comments.length)
      return [`New reply by ${last.sender.name} to ${name(topic)}.`];
    if (was.isResolve === topic.isResolve) return [];
    return [topic.isResolve ? `Resolved ${name(topic)}.` : `Reopened ${name(topic)}.`];
  });
  const gone = before.topics.length > now.topics.length && words.length === 0;
  if (gone) words.push('A comment is gone.');
  if (words.length > 2) return `${words.length} comments have changed.`;
  if (now.future > before.future) words.push('Undone.');
  if (now.future < before.future && now.past > before.past) words.push('Redone.');
  const at = now.stepped === before.stepped ? undefined : now.topics.find(({ id }) => id === now.stepped);
  if (at) words.push(`Comment ${now.numbers.get(at.id)} by ${at.sender.name}.`);
  if (now.scale !== before.scale) words.push(`Zoom ${percent(now.scale)}.`);
  return words.join(' ');
}
