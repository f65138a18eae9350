import { type ReactNode, useId } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Profile } from '@/api/generated';
import type { View } from '@/api/session/session';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { Icon, Tip } from '@/ui';
import { account, isAt, type Place, type PlaceGroup, placesOf } from '../../places/places';
import classes from './Sidebar.module.css';

const workCount = onDemand(() => import('./WorkCount'));

/** With more places than this, only the first group starts open, so that the rest of the sidebar is in sight. */
const roomFor = 8;

/** The pages of the sidebar, in groups. A single group has no heading. */
export function Navigation({ me, view, open }: { me: Profile; view: View; open: boolean }) {
  const groups = placesOf(me, view).filter(({ name }) => name !== account);
  const many = groups.flatMap(({ places }) => places).length > roomFor;
  const grouped = groups.length > 1;
  return (
    <nav className={classes.nav} aria-label="Main" data-tour="navigation">
      {groups.map((group, index) =>
        open && grouped ? (
          <FoldingGroup key={group.name} {...group} startsOpen={!many || index === 0} />
        ) : (
          <div key={group.name} className={classes.group} {...(grouped && { role: 'group', 'aria-label': group.name })}>
            <Links places={group.places} open={open} />
          </div>
        ),
      )}
    </nav>
  );
}

/** A group with a heading that folds it. The group of the open page is always unfolded. */
function FoldingGroup({ name, places, startsOpen }: PlaceGroup & { startsOpen: boolean }) {
  const { pathname } = useLocation();
  const id = useId();
  const [state, setState] = useLocalSetting<'open' | 'closed'>(`group.${name}`, startsOpen ? 'open' : 'closed');
  const isCurrent = places.some((place) => isAt(place, pathname));
  const shown = isCurrent || state === 'open';
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      {isCurrent ? (
        <span id={id} className={classes.heading}>
          {name}
        </span>
      ) : (
        <button
          type="button"
          id={id}
          className={classes.heading}
          aria-expanded={shown}
          onClick={() => setState(shown ? 'closed' : 'open')}
        >
          {name}
          <Icon name={shown ? 'chevronDown' : 'chevronRight'} size={12} />
        </button>
      )}
      {shown && <Links places={places} open />}
    </div>
  );
}

function Links({ places, open }: { places: Place[]; open: boolean }) {
  return places.map((place) => {
    const Shown = place.disabled ? Disabled : place.to === '/work' ? ToWork : To;
    return <Shown key={place.to} {...place} open={open} />;
  });
}

type ToProps = Omit<Place, 'end'> & { end?: boolean; open: boolean; children?: ReactNode };

function To({ to, label, icon, end = true, open, children }: ToProps) {
  return (
    <Tip label={label} position="right" disabled={open}>
      <NavLink to={to} end={end} className={classes.link} aria-label={open ? undefined : label}>
        <Icon name={icon} />
        {open && <span>{label}</span>}
        {open && children}
      </NavLink>
    </Tip>
  );
}

/** The link to one's own work. How much waits is asked for once the page stands. */
function ToWork(props: ToProps) {
  const code = useOnDemand(workCount, false);
  return <To {...props}>{code && <code.WorkCount />}</To>;
}

/** A place where nobody can go now. The keyboard reaches it, and its tooltip says why. */
function Disabled({ label, icon, disabled = '', open }: Place & { open: boolean }) {
  const id = useId();
  return (
    <>
      <Tip label={disabled} position="right" withFocus>
        <span
          role="link"
          aria-disabled="true"
          tabIndex={0}
          className={classes.link}
          aria-label={label}
          aria-describedby={id}
        >
          <Icon name={icon} />
          {open && <span>{label}</span>}
        </span>
      </Tip>
      <span id={id} hidden>
        {disabled}
      </span>
    </>
  );
}
