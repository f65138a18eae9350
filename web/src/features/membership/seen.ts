import type { Profile, ProfileMembership } from '@/api/generated';
import type { View } from '@/api/session';

/** Returns the plan of the account, if the user may see it. */
export const planOf = (me: Profile): ProfileMembership | undefined =>
  me.abilities['manage-membership']?.includes('read') ? me.membership : undefined;

/** Reports whether the sidebar shows the plan. A reseller's own people see their customers in the client view. */
export const isBeside = (me: Profile, view: View): boolean => view === 'customer' || !me.isClientType;

/** Reports whether there is something to tell about the plan above the page. */
export const isTold = (me: Profile): boolean => {
  const plan = planOf(me);
  return Boolean(plan && (plan.next ?? plan.closedBecause ?? (plan.latePaymentPopup || plan.freeTrial.banner)));
};
