import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { apiError, details, sentence } from '@/api/envelope';
import { useAbility } from '@/api/hooks';
import { type Subscription, useMembershipQuery } from '@/api/membership';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { EmptyState, ErrorState, toastNotLoaded } from '@/ui';
import { Page } from '@/ui/Page';
import classes from './packages.module.css';
import { PlanCard, PresentCard } from './PlanCard';
import { Scheduled } from './Scheduled';
import { useChoice } from './useChoice';

const dialog = onDemand(() => import('./PlanDialog'));

/** `/membership/package`: the plans that the account can have, side by side (SH-084). */
export default function PackagePage() {
  const able = useAbility('manage-membership');
  const mayChange = useAbility('manage-membership', 'update');
  const { data, error, isFetching, refetch } = useMembershipQuery(undefined, { skip: !able });
  const [asked, setAsked] = useState<string>();
  const loaded = useOnDemand(dialog, asked !== undefined, () => {
    setAsked(undefined);
    toastNotLoaded();
  });
  const { busy, chooseLater } = useChoice();
  if (!able) return <Navigate to="/" replace />;
  const failure = error && !data ? apiError(error) : undefined;
  const { subscription, options = [] } = data?.data ?? {};
  const chosen = options.find(({ plan }) => plan.id === asked);
  const isListed = options.some(({ kind }) => kind === 'present');
  return (
    <Page title="Compare plans" above={<Link to="/membership/service">Membership</Link>}>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <div className={classes.cards} role="status" aria-label="Loading the plans">
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} height={320} radius={10} />
          ))}
        </div>
      )}
      {subscription && (
        <>
          {subscription.next && (
            <div className={classes.above}>
              <Scheduled next={subscription.next} />
            </div>
          )}
          {!mayChange && <p className={classes.hint}>Only the account owner can change the plan.</p>}
          {mayChange && options.length === 0 && !subscription.offer && (
            <EmptyState icon="star" title="There are no plans to choose from">
              Please ask your design service which plans it has.
            </EmptyState>
          )}
          <ul className={classes.cards} aria-label="Plans">
            {!isListed && subscription.offer && isHeld(subscription) && <PresentCard offer={subscription.offer} />}
            {options.map((option) => (
              <PlanCard
                key={option.plan.id}
                option={option}
                busy={busy}
                onNow={() => setAsked(option.plan.id)}
                onLater={() => void chooseLater(option, subscription.until)}
              />
            ))}
          </ul>
          {loaded && (
            <loaded.PlanDialog
              option={chosen}
              checking={isFetching}
              onStale={() => void refetch()}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Reports whether the account still has the plan that the subscription shows. */
const isHeld = ({ state }: Subscription): boolean => state !== 'none' && state !== 'ended';
