import { Button, Group } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { StripeElements } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAddPaymentMethodMutation, useEnterCardMutation } from '@/api/billing/payment';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { CardFields, FieldsSkeleton, NotLoaded } from '@/shared/payment/CardFields';
import classes from '@/shared/payment/payment.module.css';
import { confirmEntry, useProvider } from '@/shared/payment/provider';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';

type Props = { opened: boolean; onClose: () => void };

/** Asks for a card in the fields of the payment provider, and adds it. */
export function AddCardDialog({ opened, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [busy, setBusy] = useState(false);
  return (
    <FormDialog opened={mounted && opened} onClose={() => busy || onClose()} size={480} title="Add payment method">
      <AddCardForm busy={busy} setBusy={setBusy} onClose={onClose} />
    </FormDialog>
  );
}

type FormProps = { busy: boolean; setBusy: (busy: boolean) => void; onClose: () => void };

function AddCardForm({ busy, setBusy, onClose }: FormProps) {
  const [begin, { data, error }] = useEnterCardMutation();
  const [add] = useAddPaymentMethodMutation();
  const { stripe, failed, retry } = useProvider(data?.data.publishableKey);
  const [elements, setElements] = useState<StripeElements>();
  const [entered, setEntered] = useState(false);
  const [problem, setProblem] = useState('');
  // The provider confirms an entry once. If the server then refuses it, only that call is repeated.
  const [entryId, setEntryId] = useState<string>();
  useDialogGuard(entered && !busy);
  useEffect(() => {
    void begin();
  }, [begin]);

  const send = async () => {
    if (busy || !stripe || !(elements || entryId)) return;
    setBusy(true);
    setProblem('');
    try {
      let id = entryId;
      if (!id && elements) {
        const confirmed = await confirmEntry(stripe, elements);
        if (confirmed.problem !== undefined) return setProblem(confirmed.problem);
        id = confirmed.entryId;
        setEntryId(id);
      }
      const { message } = await add({ enteredCard: { entryId: id ?? '' } }).unwrap();
      toastSuccess(message);
      onClose();
    } catch (refused) {
      setProblem(sentence(apiError(refused)));
    } finally {
      setBusy(false);
    }
  };

  const failure = error ? apiError(error) : undefined;
  return (
    <form
      noValidate
      className={classes.form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={classes.hint}>
        {entryId
          ? 'The payment provider has accepted the card. It is not added to your account yet.'
          : 'You enter the card with the payment provider. We see only its brand, its last four digits and when it expires. The first card of an account also pays its open invoices.'}
      </p>
      {failure && (
        <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={() => void begin()} />
      )}
      {failed && <NotLoaded onRetry={retry} />}
      {!failure && !failed && !stripe && <FieldsSkeleton />}
      {stripe && data && !entryId && (
        <CardFields
          stripe={stripe}
          clientSecret={data.data.clientSecret}
          onReady={setElements}
          onEntered={setEntered}
        />
      )}
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={busy} disabled={!elements && !entryId}>
          Add card
        </BusyButton>
      </Group>
    </form>
  );
}
