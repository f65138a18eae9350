import type { Topic, VersionAnswer } from '../generated/proof';

type Answer<E> = { data: unknown; error?: undefined } | { data?: undefined; error: E };

/**
 * Joins a page to the previous ones. A page that begins within a thread repeats its topic without
 * the earlier comments.
 */
export function joinTopics(before: Topic[], page: Topic[]): Topic[] {
  const last = before.at(-1);
  const [first, ...rest] = page;
  if (!last || !first || last.id !== first.id) return [...before, ...page];
  return [...before.slice(0, -1), { ...first, comments: [...last.comments, ...first.comments] }, ...rest];
}

/** Requests all pages of a version's topics in sequence and returns them as one answer. */
export async function allPages<E>(ask: (after?: string) => Promise<Answer<E>> | Answer<E>): Promise<Answer<E>> {
  let all: VersionAnswer | undefined;
  do {
    const answer = await ask(all?.data.next);
    if (answer.error !== undefined) return answer;
    const page = answer.data as VersionAnswer;
    all = all
      ? {
          ...page,
          data: {
            ...page.data,
            public: joinTopics(all.data.public, page.data.public),
            internal: joinTopics(all.data.internal, page.data.internal),
          },
        }
      : page;
  } while (all.data.next);
  return { data: all };
}
