import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility, useMe } from '@/api/hooks';
import { type PlanOffer, type PlanOption, type Subscription, useMembershipQuery } from '@/api/billing/membership';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { EmptyState, ErrorState, toastNotLoaded } from '@/ui';
import classes from './packages.module.css';
import { PlanCard, PresentCard } from './PlanCard';
import { Scheduled } from './Scheduled';
import { useChoice } from './useChoice';

const dialog = onDemand(() => import('./PlanDialog'));

/** Plans that belong together. */
export type PlanGroup = {
  name: string;
  has: (offer: PlanOffer) => boolean;
  /** What they have in common. A group that has it shows its name as well. */
  about?: string;
};

/** The plans that the account can have, in groups, and what can be done with each. */
export function PlanChoices({ groups }: { groups: PlanGroup[] }) {
  // An admin who acts as the owner changes no plan (D-48).
  const acting = useMe()?.impersonation !== undefined;
  const mayChange = useAbility('manage-membership', 'update') && !acting;
  const { data, error, isFetching, refetch } = useMembershipQuery();
  const [asked, setAsked] = useState<string>();
  const loaded = useOnDemand(dialog, asked !== undefined, () => {
    setAsked(undefined);
    toastNotLoaded();
  });
  const { busy, chooseLater } = useChoice();
  if (!data && error) {
    const failure = apiError(error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div className={classes.cards} role="status" aria-label="Loading the plans">
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} height={320} radius={10} />
        ))}
      </div>
    );
  }
  const { subscription, options: all } = data.data;
  const options = acting ? all.map(({ plan, kind }): PlanOption => ({ plan, kind, atOnce: false, later: false })) : all;
  const isListed = options.some(({ kind }) => kind === 'present');
  const unlisted = !isListed && isHeld(subscription) ? subscription.offer : undefined;

  const cards = (own: PlanOption[], { name, has, about }: PlanGroup) => (
    <ul className={classes.cards} aria-label={name}>
      {unlisted && has(unlisted) && <PresentCard offer={unlisted} level={about ? 3 : 2} />}
      {own.map((option) => (
        <PlanCard
          key={option.plan.id}
          option={option}
          level={about ? 3 : 2}
          busy={busy}
          onNow={() => setAsked(option.plan.id)}
          onLater={() => void chooseLater(option, subscription.until)}
        />
      ))}
    </ul>
  );

  return (
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
      {groups.map((group) => {
        const own = options.filter(({ plan }) => group.has(plan.offer));
        if (!group.about) return <div key={group.name}>{cards(own, group)}</div>;
        if (own.length === 0 && !(unlisted && group.has(unlisted))) return null;
        return (
          <section key={group.name} className={classes.group} aria-label={group.name}>
            <h2>{group.name}</h2>
            <p className={classes.hint}>{group.about}</p>
            {cards(own, group)}
          </section>
        );
      })}
      {loaded && (
        <loaded.PlanDialog
          option={options.find(({ plan }) => plan.id === asked)}
          checking={isFetching}
          onStale={() => void refetch()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Reports whether the account still has the plan that the subscription shows. */
const isHeld = ({ state }: Subscription): boolean => state !== 'none' && state !== 'ended';
