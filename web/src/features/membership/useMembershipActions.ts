import {
  type ScheduledChange,
  useCancelDowngradeMutation,
  useCancelLeaveMutation,
  useCancelSubscriptionMutation,
  useCancelUpgradeMutation,
  useContinueSubscriptionMutation,
  useReactivateMutation,
  useTakeLeaveMutation,
} from '@/api/billing/membership';
import { dayText } from '@/lib/format/dates';
import { lastDay } from '@/shared/billing/words';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';

type Call = () => { unwrap: () => Promise<{ message: string }> };
type Question = Omit<Parameters<typeof confirm>[0], 'type'>;

/** Sends a call, after a question if there is one. Returns whether it succeeded. */
async function send(call: Call, question?: Question): Promise<boolean> {
  if (question && !(await confirm({ type: 'YESNO', ...question }))) return false;
  try {
    const { message } = await call().unwrap();
    toastSuccess(message);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}

const keepsPlan = 'You keep the plan that you have, and it is renewed when the cycle ends.';

/** Returns what an owner can do with the subscription besides choosing a plan. Each asks before it is done. */
export function useMembershipActions() {
  const [cancelUpgrade, upgrade] = useCancelUpgradeMutation();
  const [cancelDowngrade, downgrade] = useCancelDowngradeMutation();
  const [cancelLeave, leave] = useCancelLeaveMutation();
  const [carryOn, continued] = useContinueSubscriptionMutation();
  const [cancelAtEnd, cancelled] = useCancelSubscriptionMutation();
  const [takeLeave, left] = useTakeLeaveMutation();
  const [reactivate, reactivated] = useReactivateMutation();
  const busy = [upgrade, downgrade, leave, continued, cancelled, left, reactivated].some(({ isLoading }) => isLoading);

  /** Takes a scheduled change back. */
  const cancelNext = ({ kind, plan = 'the other plan' }: ScheduledChange): Promise<boolean> => {
    switch (kind) {
      case 'upgrade':
        return send(cancelUpgrade, { title: `Cancel the upgrade to ${plan}?`, message: keepsPlan });
      case 'downgrade':
        return send(cancelDowngrade, { title: `Cancel the downgrade to ${plan}?`, message: keepsPlan });
      case 'leave':
        return send(cancelLeave, { title: 'Cancel the leave?', message: keepsPlan });
      case 'cancel':
        return send(carryOn); // It only takes back what was asked for.
    }
  };

  return {
    busy,
    cancelNext,
    reactivate: (paid: boolean) =>
      send(reactivate, {
        title: 'Reactivate your subscription?',
        message: `The leave ends and a new cycle begins today${paid ? ', which is billed' : ''}.`,
      }),
    cancelAtEnd: (until: string) =>
      send(cancelAtEnd, {
        title: 'Cancel your subscription?',
        message: `You can work with your plan until ${lastDay(until)}. Then it ends, and no new orders can begin. Until that day you can continue it.`,
        danger: true,
        accept: 'Cancel subscription',
        refuse: 'Keep it',
      }),
    takeLeave: (until: string, from: string) =>
      send(() => takeLeave({ leaveChoice: { until } }), {
        title: 'Take a leave?',
        message: `From ${from} until ${dayText(until)} nothing is billed and no new orders begin. Your data is kept.`,
        accept: 'Take a leave',
        refuse: 'Cancel',
      }),
  };
}
