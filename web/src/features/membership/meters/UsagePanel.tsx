import { Link } from 'react-router';
import type { MeterName, ProfileStorages } from '@/api/generated/billing';
import { fileSize } from '@/lib/format/text';
import { Panel } from '@/ui/page/Panel';
import classes from '../membership.module.css';
import { Amount, Figures, MeterBar } from './MeterBar';
import { type Meter, quotaText } from './meters';

type Props = { meters: Meter[]; chosen: MeterName; storages?: ProfileStorages };

/** The meters of the account. Each leads to the events behind it (BY-042). */
export function UsagePanel({ meters, chosen, storages }: Props) {
  return (
    <Panel title="Usage">
      <ul className={classes.tiles}>
        {meters.map((meter) => (
          <li key={meter.name}>
            <Link
              to={`#${meter.name}`}
              replace
              className={classes.tile}
              aria-current={meter.name === chosen || undefined}
              aria-label={`${meter.label}: show the events`}
            >
              {meter.label}
            </Link>
            <p className={classes.amount}>
              <Figures meter={meter} />
            </p>
            <MeterBar meter={meter} />
            <p className={classes.note}>{meter.note && <Amount>{meter.note}</Amount>}</p>
          </li>
        ))}
      </ul>
      {storages && storages.additionals.length > 0 && (
        <dl className={classes.terms}>
          {storages.additionals.map(({ name, used, quota }, n) => (
            <div key={n} className={classes.pair}>
              <dt>{name}</dt>
              <dd>
                {fileSize(used)} / <Amount>{quotaText('storage', quota)}</Amount>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
