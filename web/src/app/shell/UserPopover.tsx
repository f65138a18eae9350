import { Popover, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { customerClient } from '@/api/session';
import { settings } from '@/features/notifications/settings';
import { roleLabel } from '@/lib/status';
import { Cut, Icon, PersonAvatar } from '@/ui';
import { AnchorTo } from '@/ui/AnchorTo';
import classes from './UserPopover.module.css';

/** The length at which the full name in the menu is cut (SH-179). */
const nameLimit = 24;

/** Returns the job title in customer-client sessions, and the role in all others (SH-180). */
function titleOf(me: Profile): string {
  return me.clientId === customerClient ? me.jobTitle : me.roleLabel || roleLabel(me.role);
}

type Props = { target: HTMLElement; me: Profile; opened: boolean; onChange: (opened: boolean) => void };

/** The user menu: the user, the appearance, the shortcuts, Logout. */
export function UserPopover({ target, me, opened, onChange }: Props) {
  // A popover returns the focus only if it opens after it was mounted.
  const mounted = useMounted();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${me.firstname} ${me.lastname}`.trim();
  const run = (action: () => void) => () => {
    onChange(false);
    action();
  };
  return (
    <Popover
      opened={opened && mounted}
      onChange={onChange}
      position="bottom-end"
      width={264}
      offset={6}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <AnchorTo element={target} />
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label="User menu" className={classes.menu}>
        <div className={classes.head}>
          <PersonAvatar name={name} image={me.avatar} size={40} title="" />
          <div className={classes.who}>
            <Cut text={name} at={nameLimit} className={classes.name} />
            <span className={classes.title}>{titleOf(me)}</span>
            <span className={classes.mail} title={me.emailAddress}>
              {me.emailAddress}
            </span>
          </div>
        </div>
        <div className={classes.scheme}>
          <span id="scheme-label">Appearance</span>
          <SegmentedControl
            size="xs"
            aria-labelledby="scheme-label"
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
              { value: 'auto', label: 'Auto' },
            ]}
          />
        </div>
        <button
          type="button"
          className={classes.entry}
          onClick={run(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })))}
        >
          <Icon name="keyboard" size={16} />
          Keyboard shortcuts
        </button>
        <button type="button" className={classes.entry} onClick={run(settings.open)}>
          <Icon name="settings" size={16} />
          Notification settings
        </button>
        <button type="button" className={classes.entry} onClick={run(() => void navigate('/signout'))}>
          <Icon name="logout" size={16} />
          Logout
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
