import type { SubscriptionState } from '@/api/billing/membership';
import { subscriptionStates } from '@/shared/billing/words';
import classes from './membership.module.css';

export const StateBadge = ({ state }: { state: SubscriptionState }) => (
  <span className={classes.badge} data-state={state}>
    {subscriptionStates[state]}
  </span>
);
