import { Button, Group } from '@mantine/core';
import { useAskForEstimateMutation } from '@/api/billing/hourly';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './payg.module.css';

type Props = { orderId: string; onAnswer: (agreed: boolean) => void };

/** Offers somebody who may not confirm an estimate to ask the owner of the account for it (D-289). */
export function AskOwner({ orderId, onAnswer }: Props) {
  const [ask, { isLoading, error }] = useAskForEstimateMutation();
  const send = async () => {
    const { data } = await ask({ orderId });
    if (!data) return;
    toastSuccess(data.message);
    onAnswer(true);
  };
  return (
    <>
      <p className={classes.text}>
        This order is paid by the hour. The account owner has to confirm its estimate first. The owner is told by a
        notification and by mail, and can then place the order.
      </p>
      <div className={classes.refusal}>
        <Refusal error={error} />
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Not now
        </Button>
        <BusyButton data-autofocus busy={isLoading} onClick={() => void send()}>
          Ask the owner
        </BusyButton>
      </Group>
    </>
  );
}
