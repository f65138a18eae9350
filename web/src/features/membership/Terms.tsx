import type { PlanOffer } from '@/api/membership';
import { plural } from '@/lib/text';
import { Amount } from './MeterBar';
import classes from './membership.module.css';
import { quotaText } from './meters';

/** What a plan contains, in the same order everywhere. */
export function Terms({ offer: { hours, orders, activeOrders, storage, trialDays = 0, payg } }: { offer: PlanOffer }) {
  return (
    <dl className={classes.terms}>
      <dt>Hours in a cycle</dt>
      <dd>{payg ? 'Pay as you go' : <Amount>{quotaText('hours', hours)}</Amount>}</dd>
      <dt>Orders in a cycle</dt>
      <dd>
        <Amount>{quotaText('orders', orders)}</Amount>
      </dd>
      <dt>Active orders</dt>
      <dd>
        <Amount>{quotaText('active-orders', activeOrders)}</Amount>
      </dd>
      <dt>Storage</dt>
      <dd>
        <Amount>{quotaText('storage', storage)}</Amount>
      </dd>
      {trialDays > 0 && (
        <>
          <dt>Free trial</dt>
          <dd>{plural(trialDays, 'day')}</dd>
        </>
      )}
    </dl>
  );
}
