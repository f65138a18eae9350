import type { Attachment, OrderAnswer } from '../generated';
import type { GuestDataAnswer } from '../generated/proof';

type Answer = { data?: unknown; error?: unknown };
type Ask = (after?: string) => Promise<Answer> | Answer;
type Order = (before: Attachment['versions'], page: Attachment['versions']) => Attachment['versions'];

const newestFirst: Order = (before, page) => [...before, ...page];
const oldestFirst: Order = (before, page) => [...page, ...before];

/**
 * Joins a page of attachments to the previous ones. Versions that do not fit on a page are on the
 * next one.
 */
export function joinFiles(before: Attachment[], page: Attachment[], order = newestFirst): Attachment[] {
  const last = before.at(-1);
  const [first, ...rest] = page;
  if (!last || !first || last.id !== first.id) return [...before, ...page];
  return [...before.slice(0, -1), { ...first, versions: order(last.versions, first.versions) }, ...rest];
}

function joinOrders(before: OrderAnswer, page: OrderAnswer): OrderAnswer {
  const was = before.data.order;
  const now = page.data.order;
  const left = [...(before.data.leftOut ?? []), ...(page.data.leftOut ?? [])];
  const files = (kind: keyof typeof now.attachments) => joinFiles(was.attachments[kind], now.attachments[kind]);
  return {
    ...page,
    data: {
      ...page.data,
      ...(left.length > 0 && { leftOut: left }),
      order: {
        ...now,
        can: { ...now.can, deleteAttachment: was.can.deleteAttachment || now.can.deleteAttachment },
        attachments: {
          customerReview: files('customerReview'),
          suppliedFiles: files('suppliedFiles'),
          internalReview: files('internalReview'),
        },
      },
    },
  };
}

function joinGuestData(before: GuestDataAnswer, page: GuestDataAnswer): GuestDataAnswer {
  const attachments = joinFiles(before.data.attachments, page.data.attachments, oldestFirst);
  return { ...page, data: { ...page.data, attachments } };
}

/** Requests the pages after the first one in sequence and returns all of them as one answer. */
async function rest<A extends { data: { next?: string } }>(
  first: A,
  ask: Ask,
  join: (before: A, page: A) => A,
): Promise<Answer> {
  let all = first;
  while (all.data.next) {
    const answer = await ask(all.data.next);
    if (answer.error !== undefined) return answer;
    all = join(all, answer.data as A);
  }
  return { data: all };
}

export const restOfOrder = (first: OrderAnswer, ask: Ask): Promise<Answer> => rest(first, ask, joinOrders);
export const restOfGuestData = (first: GuestDataAnswer, ask: Ask): Promise<Answer> => rest(first, ask, joinGuestData);
