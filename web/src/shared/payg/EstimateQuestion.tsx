import { Button, Group, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type Estimate, useConfirmEstimateMutation, useEstimateQuery } from '@/api/billing/hourly';
import { formatMoney } from '@/lib/format/money';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { BillTable } from '@/shared/billing/BillTable';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './payg.module.css';

/** `changed` says that the estimate has changed since it was confirmed, `name` which of several orders it is. */
export type Asked = { orderId: string; changed: boolean; name?: string };
type Props = Asked & { onAnswer: (agreed: boolean) => void };

/** What an order is likely to cost. The terms are confirmed exactly as they are shown. */
export function EstimateQuestion({ orderId, changed, name, onAnswer }: Props) {
  const { data, error, isFetching, refetch } = useEstimateQuery({ orderId }, { refetchOnMountOrArgChange: true });
  const [confirm, { isLoading, error: refused }] = useConfirmEstimateMutation();
  const estimate = data?.data;
  const outdated = refused !== undefined && apiError(refused).reason === 'order.estimate_changed';
  const failure = error ? apiError(error) : undefined;

  // If there is nothing to confirm any more, the server decides about the order.
  const unneeded = !isFetching && !error && estimate?.needed === false;
  useEffect(() => {
    if (unneeded) onAnswer(true);
  }, [unneeded, onAnswer]);

  const send = async () => {
    if (!estimate?.terms) return;
    const answer = await confirm({ orderId, estimateTerms: estimate.terms });
    if (answer.data) onAnswer(true);
    else if (apiError(answer.error).reason === 'order.estimate_changed') void refetch();
  };

  return (
    <>
      {name && <p className={classes.name}>{name}</p>}
      {(changed || outdated) && (
        <p className={classes.changed} role="alert">
          The price or the time has changed. Please look at it again.
        </p>
      )}
      {failure && (
        <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      )}
      {!failure && !estimate && <Skeleton height={150} role="status" aria-label="Loading the estimate" />}
      {!failure && estimate && <Content estimate={estimate} />}
      <div className={classes.refusal}>{!outdated && <Refusal error={refused} />}</div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Not now
        </Button>
        {!failure && estimate?.mayConfirm !== false && (
          <BusyButton data-autofocus busy={!estimate || isFetching || isLoading} onClick={() => void send()}>
            Confirm and place the order
          </BusyButton>
        )}
      </Group>
    </>
  );
}

function Content({ estimate: { terms, bill, mayConfirm } }: { estimate: Estimate }) {
  if (!mayConfirm) return <p className={classes.text}>Only the account owner can confirm the estimate.</p>;
  if (!terms) return null;
  return (
    <>
      {terms.allocated > 0 && bill ? (
        <BillTable bill={bill} label="Estimate" />
      ) : (
        <p className={classes.text}>
          Nobody can say yet how long this service takes. Each hour of work costs{' '}
          {formatMoney(terms.price, terms.currency)}.
        </p>
      )}
      <p className={classes.text}>
        You pay for the time that is worked, rounded up to 15 minutes. The estimate is not a limit.
      </p>
    </>
  );
}
