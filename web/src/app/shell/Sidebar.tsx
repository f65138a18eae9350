import { ActionIcon } from '@mantine/core';
import { NavLink } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import type { View } from '@/api/session';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { cut } from '@/lib/text';
import { Icon, type IconName, PersonAvatar, Tip } from '@/ui';
import { extras } from './Attention';
import classes from './Sidebar.module.css';
import { SidebarFilters } from './SidebarFilters';

const viewSwitch = onDemand(() => import('./ViewSwitch'));

type Props = { me: Profile; open: boolean; onClose: () => void };
type Entry = { to: string; label: string; icon: IconName; end?: false };

const orders: Entry[] = [
  { to: '/', label: 'Board', icon: 'board' },
  { to: '/order-list', label: 'Orders', icon: 'list' },
  { to: '/archived-order', label: 'Archived orders', icon: 'archive' },
];
const branding: Entry = { to: '/branding', label: 'Branding', icon: 'image' };

/** The entries that need an ability. */
const ofAbilities: [ability: string, Entry][] = [
  ['manage-users', { to: '/people', label: 'People', icon: 'user' }],
  ['manage-clients', { to: '/clients', label: 'Clients', icon: 'building', end: false }],
  ['manage-clients', { to: '/customers', label: 'Customers', icon: 'users' }],
  ['manage-clients', branding],
  ['manage-plans', { to: '/catalogue', label: 'Catalogue', icon: 'file' }],
  ['manage-business-hours', { to: '/business-hours', label: 'Business hours', icon: 'clock' }],
  ['manage-announcements', { to: '/announcements', label: 'Announcements', icon: 'bell' }],
  ['audit', { to: '/audit', label: 'Audit', icon: 'history', end: false }],
  ['operations', { to: '/operations', label: 'Operations', icon: 'pulse', end: false }],
];

/** The business of a reseller, or of one of its customers (D-49). */
function business({ abilities, isClientType, role, viewOnly }: Profile): Entry[] {
  const all: Entry[] = [];
  if (isClientType) all.push({ to: '/', label: 'Customers', icon: 'users' });
  if (abilities['manage-team']?.includes('read')) {
    all.push({ to: '/team-members', label: 'Team', icon: 'user', end: false });
  }
  if (!isClientType) all.push({ to: '/profile', label: 'Company profile', icon: 'building' });
  if (isClientType && role === 'owner' && !viewOnly) all.push(branding);
  return all;
}

function entries(me: Profile, view: View): Entry[] {
  if (view === 'client') return business(me);
  return [...orders, ...ofAbilities.flatMap(([of, entry]) => (me.abilities[of]?.includes('read') ? [entry] : []))];
}

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
        <nav className={classes.nav} aria-label="Main" data-tour="navigation">
          {entries(me, view).map(({ to, label, icon, end = true }) => (
            <Tip key={to} label={label} position="right" disabled={open}>
              <NavLink to={to} end={end} className={classes.link} aria-label={label}>
                <Icon name={icon} />
                {open && <span>{label}</span>}
              </NavLink>
            </Tip>
          ))}
        </nav>
        {open && <SidebarFilters me={me} />}
        {open && view === 'customer' && loaded && <loaded.BoardOverview me={me} />}
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

/** The business hours (BD-112). Their place is there before their code. */
function Hours(props: { open: boolean; zone: string }) {
  const loaded = useOnDemand(extras, false);
  return <div className={classes.hours}>{loaded && <loaded.HoursWidget {...props} />}</div>;
}
