import type { Topic } from '@/api';
import { mentionsIn, readMessage } from '@/shared/threads/message/message';
import { pageOf } from '../engine';

/** The filters that the panel offers. */
export const filters = ['all', 'open', 'resolved', 'mine', 'mentions'] as const;
export type Filter = (typeof filters)[number];
export const sorts = ['page', 'newest', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

const said = (topic: Topic) => [topic, ...topic.comments];

/** Returns the ids of the people that a thread mentions. */
const mentioned = (topic: Topic): string[] => said(topic).flatMap(({ message }) => mentionsIn(readMessage(message)));

const holds: Record<Filter, (topic: Topic, me: string) => boolean> = {
  all: () => true,
  open: (topic) => !topic.isResolve,
  resolved: (topic) => topic.isResolve,
  mine: (topic, me) => said(topic).some(({ sender }) => sender.id === me),
  mentions: (topic, me) => mentioned(topic).includes(me),
};

/** Returns the threads that pass the filter. `me` is the id of the user. */
export const filtered = (topics: readonly Topic[], filter: Filter, me: string): Topic[] =>
  topics.filter((topic) => holds[filter](topic, me));

/** Returns the time of the last comment in a thread. */
const lastAt = (topic: Topic): string => topic.comments.at(-1)?.dateCreated ?? topic.dateCreated;

const byTime = (a: Topic, b: Topic) => a.dateCreated.localeCompare(b.dateCreated) || a.id.localeCompare(b.id);

/**
 * Sorts threads. By page: comments on the whole file first, then in the order of the pages, and on
 * each page in that of the numbers. This needs nothing of the file, so that no thread changes its
 * place when the file has loaded. Newest: the most recently written first.
 */
export function sorted(topics: readonly Topic[], sort: Sort): Topic[] {
  if (sort === 'newest') return topics.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)) || byTime(b, a));
  const pages = new Map(sort === 'page' ? topics.map((topic) => [topic.id, pageOf(topic.annotation) ?? 0]) : []);
  const page = ({ id }: Topic) => pages.get(id) ?? 0;
  return topics.toSorted((a, b) => page(a) - page(b) || byTime(a, b));
}
