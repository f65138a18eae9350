import type { Meanwhile } from '@/api/generated';
import type { Change } from '@/api/outbox/outboxState';
import { statusLabel } from '@/lib/format/status';

/** Says in one sentence what others did meanwhile: `Olivia Park moved it to Queue meanwhile.` */
export function meanwhileWords({ by, what, status }: Meanwhile, me: string | undefined): string {
  const who = by && (by.id === me ? 'You' : by.name);
  if (status) return `${who ? `${who} moved it` : 'It was moved'} to ${statusLabel(status)} meanwhile.`;
  return who ? `${who} ${what} meanwhile.` : 'It was changed meanwhile.';
}

/** Returns the question about a conflict, and the label of the button that sends the change. */
export function conflictWords({ act, move, conflict }: Change, me: string | undefined) {
  const send = move ? 'Move it all the same' : 'Do it all the same';
  const asked = move ? `${send}?` : `${act?.label ?? 'Change it'} all the same?`;
  return { question: `${conflict ? `${meanwhileWords(conflict, me)} ` : ''}${asked}`, send };
}
