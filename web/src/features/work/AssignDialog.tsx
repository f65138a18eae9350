import { Loader } from '@mantine/core';
import { apiError, sentence } from '@/api/request/envelope';
import { type Card, useOrderQuery } from '@/api/generated';
import { AssignForm } from '@/shared/form/AssignForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { ErrorState } from '@/ui';

type Props = { card?: Card; onClose: () => void };

/** Assigns the order of a card, which does not say its manager. Without a card it is closed. */
export function AssignDialog({ card, onClose }: Props) {
  const { data, error, refetch } = useOrderQuery({ orderId: card?.id ?? '' }, { skip: !card });
  return (
    <FormDialog
      opened={card !== undefined}
      onClose={onClose}
      title={card && `Assign: ${card.orderId} ${card.orderName}`}
    >
      {card && data?.data.order.id === card.id && <AssignForm order={data.data.order} onDone={onClose} />}
      {error && !data && <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!error && !data && <Loader size="sm" aria-label="Loading the order" />}
    </FormDialog>
  );
}
