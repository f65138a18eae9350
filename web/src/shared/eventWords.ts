import type { HistoryEvent } from '@/api/generated';

export type Kind = 'status' | 'detail' | 'work' | 'people' | 'file' | 'decision' | 'comment';

/** The kinds of events with the colours of their ticks. */
export const kinds: Record<Kind, { label: string; colour: string }> = {
  status: { label: 'Status', colour: 'var(--st-in-progress)' },
  detail: { label: 'Details', colour: 'var(--st-new)' },
  work: { label: 'Working time', colour: 'var(--st-on-hold)' },
  people: { label: 'People', colour: 'var(--st-gr-revision)' },
  file: { label: 'Files', colour: 'var(--st-completed)' },
  decision: { label: 'Decisions', colour: 'var(--st-approved)' },
  comment: { label: 'Comments', colour: 'var(--st-in-review)' },
};

const special: Record<string, Kind> = {
  'order.drafted': 'detail',
  'order.watermark_set': 'detail',
  'order.details_changed': 'detail',
  'order.repositioned': 'detail',
  'order.work_started': 'work',
  'order.work_stopped': 'work',
  'order.assigned': 'people',
  'order.collaborators_set': 'people',
  'proof.version_approved': 'decision',
  'proof.version_revised': 'decision',
  'proof.review_requested': 'decision',
};
const byStream: Record<HistoryEvent['streamType'], Kind> = {
  order: 'status',
  proof: 'file',
  topic: 'comment',
  guest: 'people',
};

export function kindOf({ type, streamType }: Pick<HistoryEvent, 'type' | 'streamType'>): Kind {
  return special[type] ?? byStream[streamType];
}

/**
 * Capitalises a label of the history. After a name it starts in lower case, alone with a capital.
 */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const surfaces: Record<string, string> = {
  board: 'on the board',
  status: 'with the status control',
  review: 'on the proof screen',
  guest: 'as a guest',
  cli: 'from the command line',
  automation: 'automatically',
  import: 'by an import',
};

/**
 * Returns where a change was made, for the end of a sentence, or '' where it is not worth
 * mentioning.
 */
export function viaLabel(via: string): string {
  return surfaces[via] ?? '';
}
