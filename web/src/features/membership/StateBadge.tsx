import type { SubscriptionState } from '@/api/membership';
import classes from './membership.module.css';
import { stateLabels } from './words';

export const StateBadge = ({ state }: { state: SubscriptionState }) => (
  <span className={classes.badge} data-state={state}>
    {stateLabels[state]}
  </span>
);
