import { Button, Group, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { apiError } from '@/api/request/envelope';
import { type PlanOption, useChoosePlanMutation } from '@/api/billing/membership';
import { formatMoney } from '@/lib/format/money';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { BillTable } from '@/shared/billing/BillTable';
import { priceOf } from '@/shared/billing/words';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './packages.module.css';

type Props = {
  /** The plan that is asked about. Without it the dialog is closed. */
  option: PlanOption | undefined;
  /** Set while the amounts are read again. */
  checking: boolean;
  /** Called when the amounts have changed since they were read. */
  onStale: () => void;
  onClose: () => void;
};

/** Shows what a plan costs now, and sends back exactly what was shown (D-75). */
export function PlanDialog({ option, checking, onStale, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [shown, setShown] = useState(option);
  // While the dialog closes it still shows its plan.
  if (option && option !== shown) setShown(option);
  return (
    <Modal
      opened={mounted && option !== undefined}
      onClose={onClose}
      title={shown && titleOf(shown)}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {shown && <Question key={shown.plan.id} option={shown} checking={checking} onStale={onStale} onClose={onClose} />}
    </Modal>
  );
}

const titleOf = ({ kind, plan: { offer } }: PlanOption): string =>
  kind === 'begin' ? `Begin with ${offer.name}?` : `Change to ${offer.name} now?`;

/** Says what is billed now. A free trial comes before the first bill. */
function introOf({ kind, bill, plan: { offer } }: PlanOption): string {
  if (bill) return `This is billed now. After that the plan costs ${priceOf(offer)}, without tax.`;
  const trial = kind === 'begin' && offer.price > 0 && offer.trialDays;
  if (trial) return `Your free trial of ${trial} days begins now. Nothing is billed until you choose a plan after it.`;
  return 'The plan begins now. Nothing is billed.';
}

function Question({ option, checking, onStale, onClose }: Props & { option: PlanOption }) {
  const [choose, { isLoading, error }] = useChoosePlanMutation();
  const busy = isLoading || checking;
  const send = async () => {
    try {
      const { message } = await choose({ planChoice: { planId: option.plan.id, confirmed: option.confirm } }).unwrap();
      toastSuccess(message);
      onClose();
    } catch (failed) {
      if (apiError(failed).reason === 'subscription.price_changed') onStale();
    }
  };
  return (
    <>
      <p className={classes.text}>{introOf(option)}</p>
      {option.bill && <BillTable bill={option.bill} label="What is billed now" />}
      <div className={classes.changed}>
        <Refusal error={error} />
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton busy={busy} onClick={() => void send()}>
          {option.bill ? `Confirm ${formatMoney(option.bill.total, option.bill.currency)}` : 'Confirm'}
        </BusyButton>
      </Group>
    </>
  );
}
