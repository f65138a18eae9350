import type { RouteStep } from '@/api/approvals';
import { plural } from '@/lib/format/text';

/** Says how many approvers of a step have to approve. */
export function ruleWords(rule: RouteStep['rule'], needs: number, approvers: number): string {
  if (rule === 'any') return approvers === 1 ? 'Has to approve' : 'Any one of them';
  if (rule === 'all') return approvers === 1 ? 'Has to approve' : 'All of them';
  return `${needs} of ${approvers}`;
}

/** Formats hours: `36 hours`, `2 days`. */
export function hoursWords(hours: number): string {
  return hours >= 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
}
