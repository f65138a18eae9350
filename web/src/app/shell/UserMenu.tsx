import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
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
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${me.firstname} ${me.lastname}`.trim();
  return (
    <Menu position="bottom-end" width={264} offset={6}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`User menu of ${name}`}>
          <PersonAvatar name={name} image={me.avatar} size={32} title="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
        <Menu.Divider />
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
        <Menu.Item
          leftSection={<Icon name="keyboard" size={16} />}
          onClick={() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={() => void navigate('/signout')}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
