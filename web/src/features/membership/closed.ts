import type { Profile } from '@/api/generated';
import { confirm } from '@/ui';

/** Returns where somebody can go so that new orders can begin again. */
function wayOut({ abilities, membership }: Profile): { to: string; label: string } | undefined {
  const may = (ability: string, action = 'update') => abilities[ability]?.includes(action);
  if (membership?.latePaymentPopup) {
    return may('billing-info', 'read') ? { to: '/billing/invoices', label: 'See invoices' } : undefined;
  }
  if (membership?.onSubscriptionLeave) {
    return may('subscription-leave') ? { to: '/membership/service', label: 'Go to membership' } : undefined;
  }
  return may('manage-membership') ? { to: '/membership/package', label: 'Choose a plan' } : undefined;
}

/** Says why no new order can begin, in place of its form. */
export async function tellClosed(me: Profile, navigate: (to: string) => unknown): Promise<void> {
  const way = wayOut(me);
  const own = me.membership?.onSubscriptionLeave && way;
  const agreed = await confirm({
    type: way ? 'CONTINUECANCEL' : 'OK',
    title: 'No new orders now',
    message: own
      ? 'Your subscription is on leave. Reactivate it to place new orders.'
      : (me.membership?.closedBecause ?? 'No new orders can begin now.'),
    ...(way && { accept: way.label, refuse: 'Close' }),
  });
  if (agreed && way) void navigate(way.to);
}
