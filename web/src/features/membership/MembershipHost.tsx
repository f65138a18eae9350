import { useState } from 'react';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useAfter } from '@/lib/useAfter';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { promptMs } from './prompts';
import { planOf } from './seen';

const modal = onDemand(() => import('./LeaveModal'));

/** Says once in each browser that the subscription is on leave (BD-414). It is mounted once. */
export function MembershipHost({ me }: { me: Profile }) {
  const plan = planOf(me);
  const [told, setTold] = useLocalSetting<'no' | 'yes'>('leave-told', 'no');
  const [shown, setShown] = useState(false);
  const waited = useAfter(promptMs, plan?.onSubscriptionLeave && told === 'no');
  if (waited && !shown) setShown(true);
  return plan && shown ? (
    <Loaded
      plan={plan}
      onClose={() => {
        setTold('yes');
        setShown(false);
      }}
    />
  ) : null;
}

function Loaded(props: { plan: NonNullable<Profile['membership']>; onClose: () => void }) {
  const loaded = useOnDemand(modal, true);
  return loaded ? <loaded.LeaveModal {...props} /> : null;
}
