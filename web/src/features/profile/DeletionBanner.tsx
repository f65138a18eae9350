import type { Profile } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { KeepButton } from '@/shared/accounts/KeepButton';
import { Icon } from '@/ui';
import classes from './DeletionBanner.module.css';

/** Says when the account is deleted (SH-152). Its owner can keep it until then (D-51). */
export function DeletionBanner({ me, deletesAt }: { me: Profile; deletesAt: string }) {
  const mayKeep = me.abilities['delete-account']?.includes('create') && !me.impersonation;
  return (
    <div className={classes.banner} role="status">
      <Icon name="alert" size={16} />
      <p>This account will be deleted on {date(deletesAt)}.</p>
      {mayKeep && <KeepButton size="compact-xs" />}
    </div>
  );
}
