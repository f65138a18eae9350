import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type CustomerMembership, type ScheduledChange, useCustomerMembershipQuery } from '@/api/billing/billing';
import { apiError, sentence } from '@/api/request/envelope';
import { date, dayText } from '@/lib/format/dates';
import { duration } from '@/lib/format/duration';
import { fileSize } from '@/lib/format/text';
import { Quota } from '@/shared/billing/Quota';
import { lastDay, priceOf, subscriptionStates } from '@/shared/billing/words';
import { ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './customers.module.css';

/** The plan of a customer and what it has used of it, for those who sell to it. */
export function MembershipPanel({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useCustomerMembershipQuery({ customerId }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Membership"
      aside={
        <Button component={Link} to={`/billing/invoices?customerId=${customerId}`} variant="subtle" size="compact-sm">
          See invoices
        </Button>
      }
    >
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} role="status" aria-label="Loading the membership" />}
      {data && <Content membership={data.data} />}
    </Panel>
  );
}

/** A day of the calendar, or an instant. */
const dayIn = (day: string): string => (day.includes('T') ? date(day) : dayText(day));

const kinds: Record<ScheduledChange['kind'], string> = {
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  leave: 'Leave',
  cancel: 'Cancellation',
};

/** Says what happens next with a plan: `Downgrade to Starter on 01 Dec 2026`. */
function nextChange({ kind, plan, on, until }: ScheduledChange): string {
  return `${kinds[kind]}${plan ? ` to ${plan}` : ''} on ${dayIn(on)}${until ? `, until ${dayIn(until)}` : ''}`;
}

function Content({ membership: { subscription, membership, storages } }: { membership: CustomerMembership }) {
  const { offer, label, dueOn, until, next } = subscription;
  const day = dueOn ? dayText(dueOn) : lastDay(until);
  const { allocatedHour: hours, orders } = membership;
  return (
    <dl className={classes.numbers}>
      <Fact name="Plan">
        <strong>{membership.title || 'No plan'}</strong>
        {offer && (offer.price > 0 || offer.payg) && ` · ${priceOf(offer)}`}
      </Fact>
      <Fact name="State">
        {subscriptionStates[subscription.state]}
        {next && <span className={classes.next}>{nextChange(next)}</span>}
      </Fact>
      {label && day && <Fact name={label}>{day}</Fact>}
      <Fact name="Hours">
        {duration(hours.used)} of <Quota value={hours.quota} format={duration} />
      </Fact>
      <Fact name="Orders">
        {orders.used} of <Quota value={orders.quota} />
      </Fact>
      <Fact name="Active orders">
        {orders.currentActiveOrder} of <Quota value={orders.maximumActiveOrder} />
      </Fact>
      <Fact name="Storage">
        {fileSize(storages.used)} of <Quota value={storages.quota} format={fileSize} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
