import { Button, Group } from '@mantine/core';
import { type Plan, useReofferPlanMutation, useRetirePlanMutation } from '@/api/billing/billing';
import { duration } from '@/lib/format/duration';
import { fileSize } from '@/lib/format/text';
import { Quota } from '@/shared/billing/Quota';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import classes from '../selling.module.css';
import { priceOf } from '@/shared/billing/words';
import { servicesOf, trialOf } from '../words';

type Props = { plans: Plan[]; onEdit: (plan: Plan) => void };

/** Plans as a table, or as stacked rows on a narrow screen. */
export function PlanTable({ plans, onEdit }: Props) {
  return (
    <DataTable
      label="Plans"
      className={classes.plans}
      rows={plans}
      keyOf={({ id }) => id}
      retired={({ offered }) => !offered}
      columns={[
        { head: 'Plan', cell: (plan) => <Name plan={plan} /> },
        { head: 'Price', kind: 'number', cell: ({ offer }) => priceOf(offer), side: true },
        { head: 'Hours', kind: 'number', cell: ({ offer }) => <Hours {...offer} /> },
        { head: 'Orders', kind: 'number', cell: ({ offer }) => <Quota value={offer.orders} /> },
        { head: 'Active orders', kind: 'number', cell: ({ offer }) => <Quota value={offer.activeOrders} /> },
        { head: 'Storage', kind: 'number', cell: ({ offer }) => <Quota value={offer.storage} format={fileSize} /> },
        { head: 'Trial', kind: 'number', cell: ({ offer }) => trialOf(offer) || 'None' },
        { head: 'Actions', kind: 'action', cell: (plan) => <Actions plan={plan} onEdit={onEdit} /> },
      ]}
      rest={(plan) => <Quotas plan={plan} />}
    />
  );
}

function Name({ plan: { offer, offered, edition } }: { plan: Plan }) {
  return (
    <span>
      <Group component="span" gap="2px 8px">
        <span className={classes.name}>{offer.name}</span>
        {!offered && <span className={classes.retired}>Retired</span>}
      </Group>
      <span className={parts.more}>
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
    <>
      <span>
        <Hours {...offer} of=" of work" /> · <Quota value={orders} /> {orders === 1 ? 'order' : 'orders'}
      </span>
      <span>
        <Quota value={activeOrders} /> active {activeOrders === 1 ? 'order' : 'orders'} ·{' '}
        <Quota value={storage} format={fileSize} /> of storage
      </span>
      {trial && <span>Free trial of {trial}</span>}
    </>
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
