import { Link, useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { useView } from '@/api/hooks';
import { customerClient } from '@/api/session/session';
import { settings } from '@/features/notifications/settings';
import { hasTours } from '@/features/tours/pages';
import { tours } from '@/shared/tours';
import { roleLabel } from '@/lib/format/status';
import { Cut, Icon, PersonAvatar } from '@/ui';
import { HeaderPopover } from '@/ui/popover/HeaderPopover';
import { Keys } from '@/ui/keys/Keys';
import { SchemeSwitch } from '@/ui/SchemeSwitch';
import { palette } from '../../palette/palette';
import { account, placesOf } from '../../places/places';
import { OtherAccounts } from './OtherAccounts';
import classes from './UserPopover.module.css';

/** The length at which the full name in the menu is cut (SH-179). */
const nameLimit = 24;

/** Returns the job title in customer-client sessions, and the role in all others (SH-180). */
function titleOf(me: Profile): string {
  return me.clientId === customerClient ? me.jobTitle : me.roleLabel || roleLabel(me.role);
}

type Props = { target: HTMLElement; me: Profile; opened: boolean; onChange: (opened: boolean) => void };

/** The user menu: the user, their pages, the appearance, the shortcuts, Logout. */
export function UserPopover({ target, me, opened, onChange }: Props) {
  const navigate = useNavigate();
  const view = useView(me);
  const places = placesOf(me, view).find(({ name }) => name === account)?.places ?? [];
  const name = `${me.firstname} ${me.lastname}`.trim();
  const run = (action: () => void) => () => {
    onChange(false);
    action();
  };
  return (
    <HeaderPopover target={target} opened={opened} onChange={onChange} label="User menu" width={264} padding={4}>
      <div className={classes.head} data-tour="menu-person">
        <PersonAvatar name={name} image={me.avatar} size={40} title="" />
        <div className={classes.who}>
          <Cut text={name} at={nameLimit} className={classes.name} />
          <span className={classes.title}>{titleOf(me)}</span>
          <span className={classes.mail} title={me.emailAddress}>
            {me.emailAddress}
          </span>
        </div>
      </div>
      <OtherAccounts me={me} onLeave={() => onChange(false)} />
      <nav className={classes.pages} aria-label="Account" data-tour="menu-pages">
        {places.map(({ to, label, icon }) => (
          <Link key={to} to={to} className={classes.entry} onClick={() => onChange(false)}>
            <Icon name={icon} size={16} />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.scheme} data-tour="menu-appearance">
        <span id="scheme-label">Appearance</span>
        <SchemeSwitch labelledBy="scheme-label" />
      </div>
      <button
        type="button"
        className={classes.entry}
        onClick={run(() => {
          target.focus(); // The palette returns the focus to it.
          palette.open();
        })}
      >
        <Icon name="search" size={16} />
        <span className={classes.grow}>Search and commands</span>
        <Keys keys="Ctrl+K" />
      </button>
      <button
        type="button"
        className={classes.entry}
        data-tour="menu-shortcuts"
        onClick={run(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })))}
      >
        <Icon name="keyboard" size={16} />
        Keyboard shortcuts
      </button>
      <button type="button" className={classes.entry} data-tour="menu-notifications" onClick={run(settings.open)}>
        <Icon name="bell" size={16} />
        Notification settings
      </button>
      {hasTours(me) && (
        <button type="button" className={classes.entry} data-tour="menu-tours" onClick={run(tours.list)}>
          <Icon name="info" size={16} />
          Guided tours
        </button>
      )}
      <button
        type="button"
        className={classes.entry}
        data-tour="menu-logout"
        onClick={run(() => void navigate('/signout'))}
      >
        <Icon name="logout" size={16} />
        Logout
      </button>
    </HeaderPopover>
  );
}
