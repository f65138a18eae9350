import { Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { customerClient } from '@/api/session';
import { roleLabel } from '@/lib/status';
import { Cut, Icon, PersonAvatar } from '@/ui';
import classes from './UserMenu.module.css';

/** The full name in the menu is cut at this many characters (SH-179). */
const nameLimit = 24;

/** The job title in customer-client sessions, the role in all others (SH-180). */
function titleOf(me: Profile): string {
  return me.clientId === customerClient ? me.jobTitle : me.roleLabel || roleLabel(me.role);
}

export function UserMenu({ me }: { me: Profile }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${me.firstname} ${me.lastname}`.trim();
  const run = (action: () => void) => () => {
    setOpened(false);
    action();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={264} offset={6} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={`User menu of ${name}`}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          <PersonAvatar name={name} image={me.avatar} size={32} title="" />
        </UnstyledButton>
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
        <button type="button" className={classes.entry} onClick={run(() => void navigate('/signout'))}>
          <Icon name="logout" size={16} />
          Logout
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
