import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Profile, ProfileMembership } from '@/api/generated';
import type { ProfileStorage } from '@/api/generated/billing';
import { fileSize } from '@/lib/format/text';
import { Icon, Tip } from '@/ui';
import classes from './block.module.css';
import { Amount, Bar, Figures, MeterBar } from './MeterBar';
import { isDanger, type Meter, metersOf, quotaText, shareOf } from './meters';
import { labelOf } from '../words';

const page = '/membership/service';

type Props = { me: Profile; membership: ProfileMembership; open: boolean };

/**
 * The plan of the account and its meters in the sidebar (BD-111). In the collapsed sidebar it is an
 * icon.
 */
export function MembershipBlock({ me, membership, open }: Props) {
  const meters = metersOf(me);
  const { label, on } = labelOf(membership);
  const mayChoose =
    membership.state === 'none' && membership.offered && me.abilities['manage-membership']?.includes('update');
  const title = membership.title || 'No plan yet';
  if (!open) {
    const words = [title, label && `${label} ${on}`.trim()].filter(Boolean).join(': ');
    return (
      <Tip label={words} position="right">
        <Link
          to={page}
          className={classes.small}
          aria-label={`Membership. ${words}`}
          data-danger={membership.inactive || meters.some(({ danger }) => danger) || undefined}
        >
          <Icon name="star" />
        </Link>
      </Tip>
    );
  }
  return (
    <section className={classes.block} aria-label="Membership">
      <div className={classes.head} data-tour="membership">
        <p className={classes.title}>
          <Link to={page} title={title}>
            {title}
          </Link>
          {membership.inactive && <span className={classes.inactive}>Inactive</span>}
        </p>
        {label && (
          <p className={classes.label}>
            <span>{label}</span> <span className="tabular">{on}</span>
          </p>
        )}
        {mayChoose && <Link to="/membership/package">Choose a plan</Link>}
      </div>
      {meters.length > 0 && (
        <div className={classes.meters} data-tour="meters">
          {meters.map((meter) => (
            <SmallMeter key={meter.name} meter={meter} />
          ))}
          {me.storages && me.storages.additionals.length > 0 && <Additionals storages={me.storages.additionals} />}
        </div>
      )}
    </section>
  );
}

/** A meter that leads to the events behind it (BY-042). */
function SmallMeter({ meter }: { meter: Meter }) {
  return (
    <div className={classes.meter}>
      <Link to={`${page}#${meter.name}`} className={classes.line}>
        <span className={classes.name}>{meter.label}</span> <Figures meter={meter} />
        {meter.note && (
          <span className={classes.note}>
            <Amount>{meter.note}</Amount>
          </span>
        )}
      </Link>
      <MeterBar meter={meter} />
    </div>
  );
}

/** The storage that was bought beside the plan. It unfolds in 350 ms (BD-357, BD-358). */
function Additionals({ storages }: { storages: ProfileStorage[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={classes.more}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Additional storage
        <Icon name="chevronDown" size={12} />
      </button>
      <div id={id} className={classes.fold} data-open={open || undefined} inert={!open}>
        <ul className={classes.additionals}>
          {storages.map(({ name, used, quota }, n) => {
            const share = shareOf(used, quota < 0 ? Infinity : quota);
            const all = quotaText('storage', quota);
            return (
              <li key={n} className={classes.meter}>
                <span className={classes.line}>
                  <span className={classes.name}>{name}</span>
                  <span className="tabular">
                    {fileSize(used)} / <Amount>{all}</Amount>
                  </span>
                </span>
                <Bar
                  label={name}
                  share={share}
                  danger={isDanger(share)}
                  words={`${fileSize(used)} of ${quota < 0 ? 'unlimited' : all} used`}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
