import type { Profile, ProfileMembership } from '@/api/generated';
import type { View } from '@/api/session/session';

/** Returns the plan of the account, if the user may see it. */
export const planOf = (me: Profile): ProfileMembership | undefined =>
  me.abilities['manage-membership']?.includes('read') ? me.membership : undefined;

/**
 * Reports whether the sidebar shows the plan. An account without one has nothing to show unless there are plans to
 * choose from. A reseller's own people see their customers in the client view.
 */
export const isBeside = (me: Profile, view: View): boolean =>
  (me.membership?.state !== 'none' || me.membership.offered) && (view === 'customer' || !me.isClientType);

/** Reports whether there is something to tell about the plan above the page. */
export const isTold = (me: Profile): boolean => {
  const plan = planOf(me);
  return Boolean(plan && (plan.next ?? plan.closedBecause ?? (plan.latePaymentPopup || plan.freeTrial.banner)));
};
