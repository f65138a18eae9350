import type { WorkSection } from '@/api/shell';

type Kind = WorkSection['kind'];

type Words = {
  title: string;
  /** What a section says where it shows only a part of its orders. */
  rest: string;
};

/** The sections of somebody's own work (BY-058). */
export const sections: Record<Kind, Words> = {
  'to-approve': { title: 'To approve', rest: 'to approve' },
  'to-answer': { title: 'To answer', rest: 'to answer' },
  waiting: { title: 'Waiting for a free slot', rest: 'waiting for a free slot' },
  running: { title: 'Your timer runs', rest: 'with your timer' },
  'sent-back': { title: 'Sent back', rest: 'sent back' },
  'to-do': { title: 'To do', rest: 'to do' },
  unassigned: { title: 'Unassigned', rest: 'unassigned' },
  overdue: { title: 'Overdue', rest: 'overdue' },
  'long-review': { title: 'In review for 3 working days', rest: 'in review for long' },
  stuck: { title: 'No change for 3 working days', rest: 'without a change' },
};
