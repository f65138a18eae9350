import type { Profile } from '@/api/generated';
import { planOf } from './seen';

/** The prompts about the subscription appear after this time, in ms (BD-429). */
export const promptMs = 750;

/** A modal about the subscription. `key` is stored when it was closed, and the modal shows once for each. */
export type Prompt = { kind: 'leave' | 'payment'; key: string };

export const paymentMethods = '/billing/payment-methods';

/** Reports whether a user has to add a card. Somebody who acts for an owner cannot enter their card. */
const lacksCard = (me: Profile): boolean =>
  me.isPaymentComplete === false &&
  !me.isClientType &&
  !me.impersonation &&
  // The profile gate comes first.
  !me.profileGate?.closed &&
  (me.abilities['billing-info']?.includes('update') ?? false);

/** Where somebody orders or pays, and a missing card matters. */
const acting = ['/orders/new', '/orders/clone', '/cart', '/checkout', '/membership/package'];

/** Returns the modals that a user gets on a page, one after the other. `signIn` tells sign-ins apart. */
export function promptsOf(me: Profile, signIn: string, pathname: string): Prompt[] {
  const plan = planOf(me);
  const prompts: Prompt[] = [];
  // Another leave ends on another day, so it is shown again.
  if (plan?.onSubscriptionLeave) {
    prompts.push({ kind: 'leave', key: plan.onSubscriptionLeaveReactivationDateFormat ?? 'no date' });
  }
  // The page of payment methods says it itself, and pages that one only looks at are left alone.
  const asks = pathname !== paymentMethods && acting.some((path) => pathname.startsWith(path));
  if (lacksCard(me) && asks) prompts.push({ kind: 'payment', key: signIn });
  return prompts;
}
