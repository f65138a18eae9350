import type { BusinessHours } from '@/api/shell';
import { offsetIn } from '@/lib/format/zones';
import { ScrollRegion } from '@/ui/page/ScrollRegion';
import { atTheOffice, clock, countdown, localOffset, officeOffset, sentence, share, stateAt } from './hours';
import classes from './hours.module.css';

type Props = { hours: BusinessHours | undefined; now: number; zone: string };

/** Shows the business hours at an instant. Without hours it is only the clock of the caller. */
export function HoursView({ hours, now, zone }: Props) {
  const local = hours ? localOffset(hours) : offsetIn(zone, now);
  return (
    <>
      <p className={classes.clock}>
        <span>Your time</span>
        <time className="tabular">{clock(now, local, true)}</time>
      </p>
      {hours?.officeTimeZone && <Office hours={hours} now={now} zone={zone} />}
    </>
  );
}

function Office({ hours, now, zone }: Props & { hours: BusinessHours }) {
  const { officeTimeZone, description } = hours;
  const state = stateAt(hours, now);
  const passed = share(hours, now);
  return (
    <>
      <p className={classes.clock}>
        <span title={officeTimeZone}>Office time</span>
        <time className="tabular">{clock(now, officeOffset(hours))}</time>
      </p>
      <div className={classes.state} data-open={state.open || undefined}>
        <p title={atTheOffice(state, officeTimeZone, zone)}>{sentence(state, now, zone)}</p>
        {state.open && <p className={classes.countdown}>{countdown(state.until, now)}</p>}
      </div>
      {passed !== undefined && (
        <div
          className={classes.track}
          role="progressbar"
          aria-label="Share of the office's day that has passed"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={passed}
        >
          <div style={{ width: `${passed}%` }} />
        </div>
      )}
      {description && <Description text={description} />}
    </>
  );
}

/** The most characters of a text that does not need to scroll. */
const shortText = 160;

function Description({ text }: { text: string }) {
  const words = <p className={classes.description}>{text}</p>;
  if (text.length <= shortText) return words;
  return (
    <ScrollRegion label="About the business hours" className={classes.long}>
      {words}
    </ScrollRegion>
  );
}
