import type { PlanOffer } from '@/api/billing/membership';
import { plural } from '@/lib/format/text';
import { perHour } from '@/shared/billing/words';
import { Amount } from '../meters/MeterBar';
import classes from '../membership.module.css';
import { quotaText } from '../meters/meters';

/** What a plan contains, in the same order everywhere. */
export function Terms({ offer }: { offer: PlanOffer }) {
  const { hours, orders, activeOrders, storage, trialDays = 0, payg, hourPrice, currency } = offer;
  const hourly = hourPrice ? perHour(hourPrice, currency) : 'Pay as you go';
  return (
    <dl className={classes.terms}>
      <dt>Hours in a cycle</dt>
      <dd>{payg ? hourly : <Amount>{quotaText('hours', hours)}</Amount>}</dd>
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
