import { useState } from 'react';
import type { Profile, ProfileMembership } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useAfter } from '@/lib/useAfter';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { promptMs } from './prompts';
import { planOf } from './seen';

const modal = onDemand(() => import('./LeaveModal'));

/** Returns the leave that the account is on, told apart by the day on which it ends. Empty for none. */
const leaveOf = (plan?: ProfileMembership): string =>
  plan?.onSubscriptionLeave ? (plan.onSubscriptionLeaveReactivationDateFormat ?? 'no date') : '';

/** Says once for each leave in each browser that the subscription is on leave (BD-414). It is mounted once. */
export function MembershipHost({ me }: { me: Profile }) {
  const plan = planOf(me);
  const leave = leaveOf(plan);
  const [told, setTold] = useLocalSetting<string>('leave-told', '');
  const [shown, setShown] = useState('');
  const waited = useAfter(promptMs, leave !== '' && leave !== told);
  if (waited && shown !== leave) setShown(leave);
  return plan && shown ? (
    <Loaded
      plan={plan}
      onClose={() => {
        setTold(shown);
        setShown('');
      }}
    />
  ) : null;
}

function Loaded(props: { plan: ProfileMembership; onClose: () => void }) {
  const loaded = useOnDemand(modal, true);
  return loaded ? <loaded.LeaveModal {...props} /> : null;
}
