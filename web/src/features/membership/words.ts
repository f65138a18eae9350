import type { ProfileMembership } from '@/api/generated';
import type { ScheduledChange, Subscription } from '@/api/billing/membership';
import { dayText } from '@/lib/format/dates';
import { lastDay } from '@/shared/billing/words';

/** The label beside the plan, with the date that it speaks of (BD-427, D-56). */
export function labelOf({ label, dueOn, cycleEnds }: ProfileMembership): { label: string; on: string } {
  if (label === 'Next Payment Due Date') return { label, on: dayText(dueOn ?? '') };
  return { label, on: label === 'Monthly Cycle' && cycleEnds ? `until ${lastDay(cycleEnds)}` : '' };
}

/** Says what the state of a subscription means for the account. */
export function stateWords({ state, until, leaveUntil, offer, next }: Subscription): string {
  const end = lastDay(until);
  switch (state) {
    case 'none':
      return 'You have not chosen a plan yet.';
    case 'trial':
      return `You try this plan for free until ${end}.`;
    case 'active':
      if (next && next.kind !== 'upgrade' && next.kind !== 'downgrade') return `This cycle ends on ${end}.`;
      return `A new cycle begins on ${dayText(until ?? '')}${offer?.price ? ', and its invoice is written then' : ''}.`;
    case 'past-due':
      return 'An invoice was not paid in time. Pay it to keep the plan.';
    case 'on-leave':
      return `Nothing is billed and no new orders begin until ${dayText(leaveUntil ?? '')}. Your data is kept.`;
    case 'cancelled':
      return `You can work with this plan until ${end}. It is not renewed.`;
    case 'ended':
      return 'The plan has ended. Your orders and files can still be read.';
  }
}

/** Says what happens when the cycle ends. */
export function scheduledWords({ kind, on, until, plan }: ScheduledChange): string {
  const day = dayText(on);
  switch (kind) {
    case 'upgrade':
    case 'downgrade':
      return `Your plan changes to ${plan ?? 'another one'} on ${day}.`;
    case 'leave':
      return `Your subscription goes on leave on ${day}, until ${dayText(until ?? '')}.`;
    case 'cancel':
      return `Your subscription ends with its cycle, after ${lastDay(on)}.`;
  }
}
