import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Profile, ProfileMembership } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useAfter } from '@/lib/hooks/useAfter';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { type Prompt, promptMs, promptsOf } from './prompts';
import { planOf } from './seen';

const leaveModal = onDemand(() => import('./LeaveModal'));
const paymentModal = onDemand(() => import('./PaymentModal'));

/**
 * Says once for each leave in each browser that the subscription is on leave (BD-414), and once for each
 * sign-in that a card is missing (BD-120). It is mounted once.
 */
export function MembershipHost({ me }: { me: Profile }) {
  const plan = planOf(me);
  const { pathname } = useLocation();
  const signIn = useSession().expirationDate ?? 'no date';
  const [leaveTold, setLeaveTold] = useLocalSetting<string>('leave-told', '');
  const [paymentTold, setPaymentTold] = useLocalSetting<string>('payment-told', '');
  const [shown, setShown] = useState<Prompt>();
  const told = { leave: leaveTold, payment: paymentTold };
  const due = promptsOf(me, signIn, pathname).find(({ kind, key }) => told[kind] !== key);
  const waited = useAfter(promptMs, due !== undefined);
  if (waited && due && !shown) setShown(due);
  if (!shown) return null;
  const close = () => {
    if (shown.kind === 'leave') setLeaveTold(shown.key);
    else setPaymentTold(shown.key);
    setShown(undefined);
  };
  if (shown.kind === 'payment') return <Payment onClose={close} />;
  return plan ? <Leave plan={plan} onClose={close} /> : null;
}

function Leave(props: { plan: ProfileMembership; onClose: () => void }) {
  const loaded = useOnDemand(leaveModal, true);
  return loaded ? <loaded.LeaveModal {...props} /> : null;
}

function Payment(props: { onClose: () => void }) {
  const loaded = useOnDemand(paymentModal, true);
  return loaded ? <loaded.PaymentModal {...props} /> : null;
}
