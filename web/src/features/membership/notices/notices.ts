import type { Profile } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { planOf } from './seen';
import { scheduledWords } from '../words';

/** What a notice offers. */
export type Offer = 'cancel' | 'continue' | 'plans' | 'invoices' | 'reactivate';

export type Notice = { key: string; text: string; offer?: Offer };

/** Returns the notices about the plan of the account, the most urgent first. */
export function noticesOf(me: Profile): Notice[] {
  const plan = planOf(me);
  if (!plan) return [];
  const may = (ability: string, action = 'update') => me.abilities[ability]?.includes(action) ?? false;
  const owner = may('manage-membership');
  const { freeTrial, next, closedBecause, suspendsAt, open } = plan;
  const notices: Notice[] = [];
  if (plan.latePaymentPopup) {
    const soon = suspendsAt ? `Pay it before ${date(suspendsAt)}, or no new orders can begin.` : 'Please pay it.';
    const text = open ? `An invoice is past due. ${soon}` : (closedBecause ?? 'An invoice is past due.');
    notices.push({ key: 'late', text, offer: may('billing-info', 'read') ? 'invoices' : undefined });
  } else if (plan.onSubscriptionLeave) {
    const until = plan.onSubscriptionLeaveReactivationDateFormat;
    notices.push(
      may('subscription-leave')
        ? { key: 'leave', text: `Your subscription is on leave${until ? ` until ${until}` : ''}.`, offer: 'reactivate' }
        : { key: 'leave', text: onLeaveForOthers },
    );
  } else if (freeTrial.banner) {
    notices.push({ key: 'trial', text: freeTrial.banner, offer: owner && freeTrial.popup ? 'plans' : undefined });
  } else if (!open && closedBecause) {
    notices.push({ key: 'closed', text: closedBecause, offer: owner ? 'plans' : undefined });
  }
  if (next) {
    const mine = next.kind === 'leave' ? may('subscription-leave') : owner;
    const offer = next.kind === 'cancel' ? 'continue' : 'cancel';
    notices.push({ key: next.kind, text: scheduledWords(next), offer: mine ? offer : undefined });
  }
  return notices;
}

/** What those read who cannot end a leave (BD-418). */
export const onLeaveForOthers = 'Your subscription is on leave. Please contact the account owner to reactivate it.';
