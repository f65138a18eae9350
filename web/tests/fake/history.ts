import type { HistoryEvent, Status, TimelineEntry } from '@/api/generated';
import { at, people, uuid } from './fixed';
import { sample } from './openapi';

/** What happened to every order, as `type | words | status | who | field: before > after`. */
const steps = `
order.drafted | drafted the order 'Autumn harvest jar label' | draft | olivia | Name: > Autumn harvest jar label | Due: > 30 Nov 2026
order.details_changed | changed the order's details | draft | olivia | Brief: Keep the look. > Keep the hand-drawn look.
order.published | created the order: Ready To Go | ready-to-go | olivia | Status: Draft > Ready To Go
order.assigned | changed who works on the order | ready-to-go | marcus | Operator: > Priya Raman
order.moved | moved the order to In Progress | in-progress | priya | Status: Ready To Go > In Progress
proof.attachment_added | attached harvest-jar-label.png | in-progress | priya | Attachment: > harvest-jar-label.png
order.moved | moved the order to In Review | in-review | marcus | Status: In Progress > In Review
topic.opened | opened a topic | in-review | olivia
order.held | put the order on hold | on-hold | marcus | Status: In Review > On Hold | Hold reason: > Waiting for the new logo
order.resumed | resumed the order: In Review | in-review | marcus | Status: On Hold > In Review
proof.version_approved | approved it | in-review | dana
order.moved | moved the order to Approved | approved | olivia | Status: In Review > Approved`;

export const history = steps
  .trim()
  .split('\n')
  .map((step, i): HistoryEvent => {
    const [type = '', label, to, who, ...changes] = step.split(' | ');
    const diff = changes.map((change) => {
      const [, field, from, value] = /^(.+?): ?(.*) ?> (.+)$/.exec(change) ?? [];
      return { field, from: from?.trim(), to: value };
    });
    return sample('HistoryEvent', {
      position: 40 + i * 7,
      version: i + 1,
      stream: uuid(1000),
      streamType: type.split('.')[0] as 'order',
      type,
      label,
      actor: people[who as keyof typeof people],
      at: at(-30 + i * 2.3),
      via: i % 2 ? 'board' : 'status',
      reason: type === 'order.held' ? 'Waiting for the new logo' : undefined,
      data: { to },
      diff,
    });
  });

export const timeline = history.toReversed().map(({ position, type, label, actor, at, reason }) =>
  sample<TimelineEntry>('TimelineEntry', {
    position,
    timelineType: 'history',
    type,
    summary: label,
    actor,
    at,
    reason,
  }),
);

/** Returns the status that an order had at a position of the log. */
export const statusAt = (position: number): Status =>
  (history.findLast((event) => event.position <= position)?.data['to'] ?? 'draft') as Status;
