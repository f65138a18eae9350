import { expect, test } from 'vitest';
import { restOfGuestData, restOfOrder } from './filePages';
import type { Attachment, OrderAnswer } from '../generated';
import type { GuestDataAnswer } from '../generated/proof';

const file = (id: string, ...versions: number[]) =>
  ({ id, versions: versions.map((version) => ({ version })) }) as unknown as Attachment;

const order = (review: Attachment[], supplied: Attachment[], deleteAttachment: boolean, next?: string) =>
  ({
    data: {
      next,
      order: {
        can: { deleteAttachment },
        attachments: { customerReview: review, suppliedFiles: supplied, internalReview: [] },
      },
    },
  }) as unknown as OrderAnswer;

test('the pages of an order are joined, including an attachment that is split over pages', async () => {
  const pages: Record<string, OrderAnswer> = {
    p2: order([file('b', 2)], [], false, 'p3'),
    p3: order([file('b', 1), file('c', 1)], [file('y', 1)], false),
  };
  const asked: unknown[] = [];
  const whole = await restOfOrder(order([file('a', 1), file('b', 3)], [file('x', 2, 1)], true, 'p2'), (after) => {
    asked.push(after);
    return { data: pages[after ?? ''] };
  });
  expect(asked).toEqual(['p2', 'p3']);
  expect(whole.data).toEqual(
    order([file('a', 1), file('b', 3, 2, 1), file('c', 1)], [file('x', 2, 1), file('y', 1)], true),
  );
});

test('the versions of a guest are in ascending order, so those of the next page come first (SH-316)', async () => {
  const data = (attachments: Attachment[], next?: string) => ({ data: { attachments, next } }) as GuestDataAnswer;
  const whole = await restOfGuestData(data([file('a', 3, 4)], 'p2'), () => ({ data: data([file('a', 1, 2)]) }));
  expect(whole.data).toEqual(data([file('a', 1, 2, 3, 4)]));
});

test('a failed page fails the whole answer', async () => {
  const whole = await restOfOrder(order([file('a', 1)], [], true, 'p2'), () => ({ error: 'gone' }));
  expect(whole).toEqual({ error: 'gone' });
});
