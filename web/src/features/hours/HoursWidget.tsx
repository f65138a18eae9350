import { offsetIn } from '@/lib/format/zones';
import { Icon, Tip } from '@/ui';
import { clock, sentence, stateAt } from './hours';
import classes from './hours.module.css';
import { HoursView } from './HoursView';
import { useHours } from './useHours';

type Props = { open: boolean; zone: string };

/**
 * The business hours in the sidebar (BD-112): the clocks of the caller and of the office, and whether
 * it is open. In the collapsed sidebar it is an icon.
 */
export function HoursWidget({ open, zone }: Props) {
  const { hours, now, waiting } = useHours();
  if (open) {
    return (
      <section className={classes.widget} aria-label="Business hours" data-waiting={waiting || undefined}>
        <HoursView hours={hours} now={now} zone={zone} />
      </section>
    );
  }
  const state = hours?.officeTimeZone ? stateAt(hours, now) : undefined;
  const words = state ? sentence(state, now, zone) : `Your time is ${clock(now, offsetIn(zone, now))}`;
  return (
    <Tip label={words} position="right">
      <span className={classes.small} role="img" aria-label={words} data-open={state?.open || undefined}>
        <Icon name="clock" />
      </span>
    </Tip>
  );
}
