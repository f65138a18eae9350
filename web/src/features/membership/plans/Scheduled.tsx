import { useAbility } from '@/api/hooks';
import type { ScheduledChange } from '@/api/billing/membership';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Icon } from '@/ui';
import classes from '../membership.module.css';
import { useMembershipActions } from '../useMembershipActions';
import { scheduledWords } from '../words';

const buttons: Record<ScheduledChange['kind'], string> = {
  upgrade: 'Cancel the upgrade',
  downgrade: 'Cancel the downgrade',
  leave: 'Cancel the leave',
  cancel: 'Continue subscription',
};

/** What happens to the plan when the cycle ends. An owner can take it back (BD-420, BD-421). */
export function Scheduled({ next }: { next: ScheduledChange }) {
  const mayChange = useAbility('manage-membership', 'update');
  const mayLeave = useAbility('subscription-leave', 'update');
  const { busy, cancelNext } = useMembershipActions();
  return (
    <div className={classes.scheduled}>
      <Icon name="calendar" size={16} />
      <p>{scheduledWords(next)}</p>
      {(next.kind === 'leave' ? mayLeave : mayChange) && (
        <BusyButton variant="default" size="xs" busy={busy} onClick={() => void cancelNext(next)}>
          {buttons[next.kind]}
        </BusyButton>
      )}
    </div>
  );
}
