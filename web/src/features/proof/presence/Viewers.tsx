import { Menu } from '@mantine/core';
import { PersonAvatar } from '@/ui';
import { inPlace } from '@/ui/menus';
import classes from './presence.module.css';
import { peopleOf } from './presence';
import { type Presence, useLookers } from './usePresence';

const most = 4;

/**
 * Shows who else is viewing this version, and a switch that shares the user's own cursor (BY-029).
 */
export function Viewers({ presence, me }: { presence: Presence; me: string }) {
  const { sharing, setSharing } = presence;
  const people = peopleOf(useLookers(presence), me);
  const names = people.map(({ name }) => name).join(', ');
  const label =
    people.length === 0 ? 'Nobody else is looking at this version' : `Looking at this version now: ${names}`;
  return (
    <>
      <span className="sr-only" role="status">
        {people.length > 0 ? label : ''}
      </span>
      {people.length > 0 && (
        <Menu position="bottom-end" width={240} {...inPlace}>
          <Menu.Target>
            <button type="button" className={classes.viewers} aria-label={label} title={label}>
              {people.slice(0, most).map(({ id, name, avatar }) => (
                <PersonAvatar key={id} name={name} image={avatar} size={26} title="" />
              ))}
              {people.length > most && <b>+{people.length - most}</b>}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Looking at this version now</Menu.Label>
            <div className={classes.people}>
              {people.map(({ id, name, avatar }) => (
                <span key={id}>
                  <PersonAvatar name={name} image={avatar} size={22} title="" />
                  {name}
                </span>
              ))}
            </div>
            <Menu.Divider />
            <Menu.CheckboxItem checked={sharing} onChange={setSharing}>
              Show them my cursor
            </Menu.CheckboxItem>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
