import { ActionIcon } from '@mantine/core';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import type { View } from '@/api/session/session';
import { isBeside, planOf } from '@/features/membership/notices/seen';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { cut } from '@/lib/format/text';
import { Icon, PersonAvatar } from '@/ui';
import { extras } from '../extras/Attention';
import { Navigation } from './Navigation';
import classes from './Sidebar.module.css';
import { SidebarFilters } from './SidebarFilters';

const viewSwitch = onDemand(() => import('../header/ViewSwitch'));

type Props = { me: Profile; open: boolean; onClose: () => void };

/** Navigation and the order counts. It is 264 px wide, or 64 px with icons only. */
export function Sidebar({ me, open, onClose }: Props) {
  const view = useView(me);
  const loaded = useOnDemand(extras, false); // Loads once the page shows.
  const views = useOnDemand(viewSwitch, me.isClientWhitelabel);
  return (
    <>
      <aside className={classes.sidebar} aria-label="Sidebar">
        {open && (
          <p className={classes.welcome}>
            <span>Welcome back,</span>
            <strong title={me.firstname}>{cut(me.firstname, 25)}</strong>
          </p>
        )}
        {me.isClientWhitelabel && (
          <div className={classes.views} data-tour="view-switch">
            {views && <views.ViewSwitch view={view} open={open} />}
          </div>
        )}
        <Navigation me={me} view={view} open={open} />
        {open && <SidebarFilters me={me} />}
        {open && view === 'customer' && loaded && <loaded.BoardOverview me={me} />}
        <Membership me={me} view={view} open={open} />
        <Hours open={open} zone={me.timeZone.label} />
        <div className={classes.foot}>
          <PersonAvatar name={me.company || me.roleLabel} size={28} title="" />
          {open && (
            <span className={classes.company}>
              <strong>{me.company || me.theme.name}</strong>
              <span>{me.roleLabel}</span>
            </span>
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.close}
          aria-label="Close the sidebar"
          onClick={onClose}
        >
          <Icon name="close" />
        </ActionIcon>
      </aside>
      <div className={classes.veil} onClick={onClose} aria-hidden="true" />
    </>
  );
}

/** The plan of the account and its meters (BD-111). Their place is there before their code. */
function Membership({ me, view, open }: { me: Profile; view: View; open: boolean }) {
  const loaded = useOnDemand(extras, false);
  const plan = planOf(me);
  if (!plan || !isBeside(me, view)) return null;
  const meters = me.storages?.additionals.length ? 'more' : '';
  return (
    <div className={classes.membership} data-meters={plan.state === 'none' ? undefined : meters}>
      {loaded && <loaded.MembershipBlock me={me} membership={plan} open={open} />}
    </div>
  );
}

/** The business hours (BD-112). Their place is there before their code. */
function Hours(props: { open: boolean; zone: string }) {
  const loaded = useOnDemand(extras, false);
  return <div className={classes.hours}>{loaded && <loaded.HoursWidget {...props} />}</div>;
}
