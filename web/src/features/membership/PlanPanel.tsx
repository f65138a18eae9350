import { Stack } from '@mantine/core';
import type { Subscription } from '@/api/billing/membership';
import { dayText } from '@/lib/format/dates';
import { period, priceOf } from '@/shared/billing/words';
import { Panel } from '@/ui/page/Panel';
import classes from './membership.module.css';
import { Scheduled } from './plans/Scheduled';
import { StateBadge } from './StateBadge';
import { Terms } from './plans/Terms';
import { stateWords } from './words';

/** The plan that the account has, with its terms and what happens to it next. */
export function PlanPanel({ subscription }: { subscription: Subscription }) {
  const { state, offer, from, until, dueOn, label, next, closedBecause } = subscription;
  const used = state !== 'ended' && state !== 'on-leave';
  return (
    <Panel title="Your plan" aside={<StateBadge state={state} />}>
      <Stack gap={14}>
        <div>
          <p className={classes.planName}>{offer?.name}</p>
          {offer && <p className={classes.price}>{priceOf(offer)}</p>}
        </div>
        <p className={classes.state}>{stateWords(subscription)}</p>
        {next && <Scheduled next={next} />}
        {closedBecause && state !== 'on-leave' && <p className={classes.closed}>{closedBecause}</p>}
        <div className={classes.both}>
          {offer && <Terms offer={offer} />}
          <dl className={classes.terms}>
            {used && from && until && (
              <>
                <dt>This cycle</dt>
                <dd>{period(from, until)}</dd>
              </>
            )}
            {label === 'Next Payment Due Date' && dueOn && (
              <>
                <dt>{label}</dt>
                <dd>{dayText(dueOn)}</dd>
              </>
            )}
          </dl>
        </div>
      </Stack>
    </Panel>
  );
}
