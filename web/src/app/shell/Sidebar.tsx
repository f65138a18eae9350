import { ActionIcon } from '@mantine/core';
import { NavLink } from 'react-router';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { cut } from '@/lib/text';
import { Icon, type IconName, PersonAvatar, Tip } from '@/ui';
import classes from './Sidebar.module.css';
import { SidebarFilters } from './SidebarFilters';

const overview = onDemand(() => import('./BoardOverview'));

type Props = { me: Profile; open: boolean; onClose: () => void };
type Entry = { to: string; label: string; icon: IconName; end?: false };

/** The entries that need an ability. */
const ofAbilities: [ability: string, Entry][] = [
  ['manage-users', { to: '/people', label: 'People', icon: 'user' }],
  ['manage-clients', { to: '/clients', label: 'Clients', icon: 'building', end: false }],
  ['manage-clients', { to: '/customers', label: 'Customers', icon: 'users' }],
  ['manage-plans', { to: '/catalogue', label: 'Catalogue', icon: 'file' }],
  ['audit', { to: '/audit', label: 'Audit', icon: 'history', end: false }],
  ['operations', { to: '/operations', label: 'Operations', icon: 'pulse', end: false }],
];

function entries(me: Profile): Entry[] {
  const all: Entry[] = [
    me.isClientType ? { to: '/', label: 'Customers', icon: 'users' } : { to: '/', label: 'Board', icon: 'board' },
    { to: '/order-list', label: 'Orders', icon: 'list' },
    { to: '/archived-order', label: 'Archived orders', icon: 'archive' },
  ];
  for (const [ability, entry] of ofAbilities) {
    if (me.abilities[ability]?.includes('read')) all.push(entry);
  }
  return all;
}

/** Navigation and the order counts. It is 264 px wide, or 64 px with icons only. */
export function Sidebar({ me, open, onClose }: Props) {
  const loaded = useOnDemand(overview, false); // Loads once the page shows.
  return (
    <>
      <aside className={classes.sidebar} aria-label="Sidebar">
        {open && (
          <p className={classes.welcome}>
            <span>Welcome back,</span>
            <strong title={me.firstname}>{cut(me.firstname, 25)}</strong>
          </p>
        )}
        <nav className={classes.nav} aria-label="Main">
          {entries(me).map(({ to, label, icon, end = true }) => (
            <Tip key={to} label={label} position="right" disabled={open}>
              <NavLink to={to} end={end} className={classes.link} aria-label={label}>
                <Icon name={icon} />
                {open && <span>{label}</span>}
              </NavLink>
            </Tip>
          ))}
        </nav>
        {open && <SidebarFilters me={me} />}
        {open && !me.isClientType && loaded && <loaded.BoardOverview me={me} />}
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
