import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Plan, useReofferPlanMutation, useRetirePlanMutation } from '@/api/billing';
import { duration } from '@/lib/duration';
import { fileSize } from '@/lib/text';
import shared from '@/shared/billing/billing.module.css';
import { Quota } from '@/shared/billing/Quota';
import { toastError, toastSuccess } from '@/shared/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './selling.module.css';
import { priceOf } from '@/shared/billing/words';
import { servicesOf, trialOf } from './words';

type Props = { plans: Plan[]; onEdit: (plan: Plan) => void };

/** Plans as a table, or as stacked rows on a narrow screen. */
export function PlanTable({ plans, onEdit }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={`${shared.cards} ${classes.cards}`} aria-label="Plans">
        {plans.map((plan) => (
          <li key={plan.id} data-retired={!plan.offered || undefined}>
            <Name plan={plan} />
            <span className={shared.sum}>{priceOf(plan.offer)}</span>
            <Quotas plan={plan} />
            <Actions plan={plan} onEdit={onEdit} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Plans, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {['Price', 'Hours', 'Orders', 'Active orders', 'Storage', 'Trial'].map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} data-retired={!plan.offered || undefined}>
              <th scope="row">
                <Name plan={plan} />
              </th>
              <td data-number>{priceOf(plan.offer)}</td>
              <td data-number>
                <Hours {...plan.offer} />
              </td>
              <td data-number>
                <Quota value={plan.offer.orders} />
              </td>
              <td data-number>
                <Quota value={plan.offer.activeOrders} />
              </td>
              <td data-number>
                <Quota value={plan.offer.storage} format={fileSize} />
              </td>
              <td data-number>{trialOf(plan.offer) || 'None'}</td>
              <td data-action>
                <Actions plan={plan} onEdit={onEdit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Name({ plan: { offer, offered, edition } }: { plan: Plan }) {
  return (
    <span>
      <span className={classes.state}>
        <span className={classes.name}>{offer.name}</span>
        {!offered && <span className={classes.retired}>Retired</span>}
      </span>
      <span className={shared.more}>
        Edition {edition} · {servicesOf(offer)}
      </span>
    </span>
  );
}

/** The working time of a plan. Paid by the hour, it has no quota (D-57). */
function Hours({ hours, payg, of }: Plan['offer'] & { of?: string }) {
  if (payg) return 'By the hour';
  return (
    <>
      <Quota value={hours} format={duration} />
      {of}
    </>
  );
}

function Quotas({ plan: { offer } }: { plan: Plan }) {
  const trial = trialOf(offer);
  const { orders, activeOrders, storage } = offer;
  return (
    <span className={classes.quotasOf}>
      <span>
        <Hours {...offer} of=" of work" /> · <Quota value={orders} /> {orders === 1 ? 'order' : 'orders'}
      </span>
      <span>
        <Quota value={activeOrders} /> active {activeOrders === 1 ? 'order' : 'orders'} ·{' '}
        <Quota value={storage} format={fileSize} /> of storage
      </span>
      {trial && <span>Free trial of {trial}</span>}
    </span>
  );
}

function Actions({ plan, onEdit }: { plan: Plan; onEdit: (plan: Plan) => void }) {
  const [retire, retiring] = useRetirePlanMutation();
  const [reoffer, reoffering] = useReofferPlanMutation();
  const { id: planId, offered, offer } = plan;
  const change = async () => {
    const agreed =
      !offered ||
      (await confirm({
        type: 'CONTINUECANCEL',
        title: `Retire ${offer.name}?`,
        message: 'Nobody can choose it any more. Subscriptions to it go on. You can offer it again later.',
        accept: 'Retire',
        danger: true,
      }));
    if (!agreed) return;
    await (offered ? retire({ planId }) : reoffer({ planId }))
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };
  return (
    <span className={classes.actions}>
      <Button variant="subtle" size="compact-sm" aria-label={`Edit ${offer.name}`} onClick={() => onEdit(plan)}>
        Edit
      </Button>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        busy={retiring.isLoading || reoffering.isLoading}
        aria-label={`${offered ? 'Retire' : 'Offer again:'} ${offer.name}`}
        onClick={() => void change()}
      >
        {offered ? 'Retire' : 'Offer again'}
      </BusyButton>
    </span>
  );
}
