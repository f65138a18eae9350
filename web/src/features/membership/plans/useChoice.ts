import { type PlanOption, useChoosePlanMutation } from '@/api/billing/membership';
import { dayText } from '@/lib/format/dates';
import { priceOf } from '@/shared/billing/words';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';

/** Chooses a plan for the time after the cycle. */
export function useChoice() {
  const [call, { isLoading: busy }] = useChoosePlanMutation();
  const chooseLater = async ({ plan }: PlanOption, until = '') => {
    if (busy) return;
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Change to ${plan.offer.name} when the cycle ends?`,
      message: `The new plan begins on ${dayText(until)} at ${priceOf(plan.offer)}. You keep your present plan until then, and nothing is billed now.`,
      accept: 'Schedule the change',
    });
    if (!agreed) return;
    try {
      toastSuccess((await call({ planChoice: { planId: plan.id } }).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
  };
  return { busy, chooseLater };
}
