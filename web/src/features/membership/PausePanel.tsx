import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAbility, useMe } from '@/api/hooks';
import type { Subscription } from '@/api/billing/membership';
import { dayOf, dayText } from '@/lib/format/dates';
import { lastDay } from '@/shared/billing/words';
import { useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DateField } from '@/ui/fields/DateField';
import { Panel } from '@/ui/page/Panel';
import classes from './membership.module.css';
import { useMembershipActions } from './useMembershipActions';

/** The most days of a leave. */
const longestLeave = 366;

/** Returns the day that is so many days after a day of the calendar. */
function later(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

type Props = { subscription: Subscription };

/** An admin who acts as the owner pauses and ends nothing (D-48). */
const useActing = () => useMe()?.impersonation !== undefined;
const notForActing = 'Only the account owner themselves can do this.';

/** Pauses the subscription for a while, or ends it with its cycle (D-54). */
export function PausePanel({ subscription }: Props) {
  const mayLeave = useAbility('subscription-leave', 'update');
  const mayEnd = useAbility('manage-membership', 'update');
  if (!mayLeave && !mayEnd) {
    return (
      <Panel title="Pause or end">
        <p className={classes.hint}>Only the account owner can pause or end the subscription.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Pause or end">
      <div className={classes.pause}>
        {mayLeave && <Leave subscription={subscription} />}
        {mayEnd && <End subscription={subscription} />}
      </div>
    </Panel>
  );
}

function Leave({ subscription }: Props) {
  const { busy, reactivate } = useMembershipActions();
  const acting = useActing();
  const { state, next, offer, leaveUntil } = subscription;
  return (
    <section className={classes.part} aria-label="Leave">
      <h3>Leave</h3>
      {state === 'on-leave' ? (
        <>
          <p>Your subscription is on leave until {dayText(leaveUntil ?? '')}. You can end the leave now.</p>
          <BusyButton busy={busy} onClick={() => void reactivate(Boolean(offer?.price))}>
            Reactivate
          </BusyButton>
        </>
      ) : (
        <>
          <p>
            During a leave your data is kept and nothing is billed, but no new orders begin.{' '}
            {offer?.price ? 'It starts when the paid cycle ends.' : 'It starts at once.'}
          </p>
          {state === 'past-due' && <p>An invoice is past due. Pay it first.</p>}
          {state !== 'active' && state !== 'past-due' && <p>A leave needs an active subscription.</p>}
          {state === 'active' && next && <p>A change is scheduled already. Cancel it first.</p>}
          {state === 'active' && !next && (acting ? <p>{notForActing}</p> : <LeaveForm subscription={subscription} />)}
        </>
      )}
    </section>
  );
}

function LeaveForm({ subscription: { offer, until = '' } }: Props) {
  const { busy, takeLeave } = useMembershipActions();
  const paid = Boolean(offer?.price);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const from = paid ? until : today;
  const { values, errors, change, onSubmit, reset } = useForm({ day: '' }, ({ day }) => ({
    day: day ? undefined : 'Required!',
  }));
  useLeaveGuard(values.day !== '');
  const send = async ({ day }: { day: string }) => {
    if (!busy && (await takeLeave(day, paid ? dayText(until) : 'today'))) reset();
  };
  return (
    <form noValidate aria-label="Take a leave" onSubmit={onSubmit((filled) => void send(filled))}>
      <DateField
        name="day"
        label="The leave ends on"
        min={later(from, 1)}
        max={later(from, longestLeave)}
        value={values.day}
        error={errors['day']}
        onChange={(day) => change({ day })}
      />
      <BusyButton type="submit" variant="default" busy={busy}>
        Take a leave
      </BusyButton>
    </form>
  );
}

function End({ subscription: { state, next, until = '' } }: Props) {
  const { busy, cancelAtEnd, cancelNext } = useMembershipActions();
  const acting = useActing();
  const runs = state === 'active' || state === 'past-due';
  return (
    <section className={classes.part} aria-label="Cancellation">
      <h3>Cancellation</h3>
      {next?.kind === 'cancel' ? (
        <>
          <p>Your subscription ends after {lastDay(next.on)}. Until then you can continue it.</p>
          <BusyButton busy={busy} onClick={() => void cancelNext(next)}>
            Continue subscription
          </BusyButton>
        </>
      ) : (
        <>
          <p>The subscription ends with its cycle. Until then you can work as before.</p>
          {state === 'past-due' && <p>What is past due still has to be paid.</p>}
          {!runs && <p>Only an active subscription can be cancelled.</p>}
          {runs && next && <p>A change is scheduled already. Cancel it first.</p>}
          {runs && !next && acting && <p>{notForActing}</p>}
          {runs && !next && !acting && (
            <Button variant="default" className={classes.cancel} onClick={() => !busy && void cancelAtEnd(until)}>
              Cancel subscription
            </Button>
          )}
        </>
      )}
    </section>
  );
}
