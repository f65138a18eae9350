import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ProfileMembership } from '@/api/generated';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Icon } from '@/ui';
import classes from './PlanBanner.module.css';
import type { Notice } from './notices';
import { useMembershipActions } from '../useMembershipActions';

/** Says what happens to the plan of the account, with what its owner can do (SH-150). */
export function PlanBanner({ notice: { text, offer }, plan }: { notice: Notice; plan: ProfileMembership }) {
  return (
    <div className={classes.banner}>
      <Icon name="alert" size={16} />
      <p title={text}>{text}</p>
      {offer === 'plans' && <To page="/membership/package">Choose a plan</To>}
      {offer === 'invoices' && <To page="/billing/invoices">See invoices</To>}
      {offer && offer !== 'plans' && offer !== 'invoices' && <Act offer={offer} plan={plan} />}
    </div>
  );
}

const To = ({ page, children }: { page: string; children: string }) => (
  <Button component={Link} to={page} variant="default" size="compact-xs">
    {children}
  </Button>
);

const words = { cancel: 'Cancel', continue: 'Continue subscription', reactivate: 'Reactivate' };
const changes = { upgrade: 'the upgrade', downgrade: 'the downgrade', leave: 'the leave', cancel: '' };

function Act({ offer, plan }: { offer: keyof typeof words; plan: ProfileMembership }) {
  const { busy, cancelNext, reactivate } = useMembershipActions();
  const { next, type } = plan;
  const run = () => {
    if (offer === 'reactivate') void reactivate(type === 'paid');
    else if (next) void cancelNext(next);
  };
  return (
    <BusyButton
      variant="default"
      size="compact-xs"
      busy={busy}
      aria-label={offer === 'cancel' && next ? `Cancel ${changes[next.kind]}` : undefined}
      onClick={run}
    >
      {words[offer]}
    </BusyButton>
  );
}
