import type { HistoryEvent } from '@/api/generated';
import { dateTime } from '@/lib/dates';
import { statusLabel } from '@/lib/status';
import { humanize } from '@/lib/text';

export type Kind = 'status' | 'detail' | 'people' | 'file' | 'decision' | 'comment';

/** Kinds of events with the colour of their tick. */
export const kinds: Record<Kind, { label: string; colour: string }> = {
  status: { label: 'Status', colour: 'var(--st-in-progress)' },
  detail: { label: 'Details', colour: 'var(--st-new)' },
  people: { label: 'People', colour: 'var(--st-gr-revision)' },
  file: { label: 'Files', colour: 'var(--st-completed)' },
  decision: { label: 'Decisions', colour: 'var(--st-approved)' },
  comment: { label: 'Comments', colour: 'var(--st-in-review)' },
};

const special: Record<string, Kind> = {
  'order.drafted': 'detail',
  'order.details_changed': 'detail',
  'order.repositioned': 'detail',
  'order.assigned': 'people',
  'order.collaborators_set': 'people',
  'proof.version_approved': 'decision',
  'proof.version_revised': 'decision',
  'proof.review_requested': 'decision',
};
const byStream: Record<HistoryEvent['streamType'], Kind> = { order: 'status', proof: 'file', topic: 'comment' };

export function kindOf({ type, streamType }: Pick<HistoryEvent, 'type' | 'streamType'>): Kind {
  return special[type] ?? byStream[streamType];
}

const fields: Record<string, string> = {
  orderName: 'Name',
  dueDate: 'Due date',
  serviceId: 'Service',
  operatorId: 'Operator',
  managerId: 'Manager',
  userIds: 'Collaborators',
  holdReason: 'Reason',
  heldFrom: 'Held from',
};

/** `dueDate` -> `Due date`. */
export function fieldLabel(field: string): string {
  const words = fields[field] ?? humanize(field);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a difference for people: statuses by name, instants as dates, nothing as `none`. */
export function valueLabel(field: string, value: string): string {
  if (value === '') return 'none';
  if (/status|heldFrom|^from$|^to$/i.test(field)) return statusLabel(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value);
  return value;
}

const surfaces: Record<string, string> = {
  board: 'on the board',
  status: 'with the status control',
  review: 'on the proof screen',
  cli: 'from the command line',
  automation: 'automatically',
};

/** Where a change was made, for the end of a sentence; empty where it says nothing. */
export function viaLabel(via: string): string {
  return surfaces[via] ?? '';
}
