import { Button, Skeleton } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility, useMe } from '@/api/hooks';
import { type MeterName, useMembershipQuery } from '@/api/billing/membership';
import { closedShop, mayBuy } from '@/shared/cart/buying';
import { EmptyState, ErrorState, Tip } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { EventsPanel } from './meters/EventsPanel';
import classes from './membership.module.css';
import { metersOf } from './meters/meters';
import { PausePanel } from './PausePanel';
import { PlanPanel } from './PlanPanel';
import { UsagePanel } from './meters/UsagePanel';

/**
 * `/membership/service`: the plan of the account, what is used of it, and how it is paused and ended
 * (SH-083). The hash of the address names the meter whose events show.
 */
export default function ServicePage() {
  const able = useAbility('manage-membership');
  const mayChoose = useAbility('manage-membership', 'update');
  const me = useMe();
  const { data, error, refetch } = useMembershipQuery(undefined, { skip: !able });
  const hash = useLocation().hash.slice(1);
  if (!able) return <NotForYou />;
  const failure = error && !data ? apiError(error) : undefined;
  const subscription = data?.data.subscription;
  const meters = metersOf(me ?? {});
  const chosen = meters.find(({ name }) => name === hash)?.name ?? ('hours' satisfies MeterName);
  return (
    <Page
      title="Membership"
      actions={
        <>
          {/* For owners whose free plan is paid by the hour (BD-407). */}
          {me?.isPayg && me.role === 'owner' && me.membership?.type === 'free' && (
            <Button component={Link} to="/payg" variant="default">
              Manage Pay as you Go
            </Button>
          )}
          {me && mayBuy(me) && <ExtraResources closed={closedShop(me)} />}
          <Button component={Link} to="/membership/package" variant="default">
            Compare plans
          </Button>
        </>
      }
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!subscription && !failure && (
        <div className={classes.columns} role="status" aria-label="Loading the membership">
          <Skeleton height={330} radius={10} />
          <Skeleton height={330} radius={10} />
        </div>
      )}
      {subscription?.state === 'none' && (
        <EmptyState
          icon="star"
          title="No plan yet"
          action={
            mayChoose && (
              <Button component={Link} to="/membership/package" size="xs">
                Choose a plan
              </Button>
            )
          }
        >
          {mayChoose
            ? 'A plan says how many orders, hours and files your account can have.'
            : 'The account owner can choose one.'}
        </EmptyState>
      )}
      {subscription && subscription.state !== 'none' && (
        <div className={classes.columns}>
          <PlanPanel subscription={subscription} />
          <UsagePanel meters={meters} chosen={chosen} storages={me?.storages} />
          <PausePanel subscription={subscription} />
          <EventsPanel key={chosen} meter={chosen} cycleFrom={subscription.from} />
        </div>
      )}
    </Page>
  );
}

/** A link to the extra resources. In a free trial it is disabled, can still be focused, and says why. */
function ExtraResources({ closed }: { closed?: string }) {
  if (!closed) {
    return (
      <Button component={Link} to="/retail" variant="default">
        Extra Resources
      </Button>
    );
  }
  return (
    <>
      <Tip label={closed} withFocus>
        <Button variant="default" data-disabled aria-disabled="true" aria-describedby="resources-closed">
          Extra Resources
        </Button>
      </Tip>
      <span id="resources-closed" hidden>
        {closed}
      </span>
    </>
  );
}
