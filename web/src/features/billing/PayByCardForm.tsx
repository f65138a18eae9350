import { Button, Group } from '@mantine/core';
import type { StripeElements } from '@stripe/stripe-js';
import { useState } from 'react';
import type { Invoice } from '@/api/billing/billing';
import { details, sentence } from '@/api/request/envelope';
import type { PaymentMethod } from '@/api/billing/payment';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/useNow';
import { CardFields, FieldsSkeleton, NotLoaded } from '@/shared/payment/CardFields';
import classes from '@/shared/payment/payment.module.css';
import { cardName, isExpired } from '@/shared/payment/words';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { useCardPayment } from './useCardPayment';

type Props = {
  invoice: Invoice;
  card?: PaymentMethod;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onProcessing: () => void;
  onClose: () => void;
};

/** Pays an invoice with the card that is charged by default, or with another one. */
export function PayByCardForm({ invoice: { id, bill }, card, busy, setBusy, onProcessing, onClose }: Props) {
  const payment = useCardPayment({ invoiceId: id, busy, setBusy, onPaid: onClose, onProcessing });
  const { entry, failure, step, problem } = payment;
  const { stripe, failed, retry } = payment.provider;
  const [elements, setElements] = useState<StripeElements>();
  const [entered, setEntered] = useState(false);
  const [other, setOther] = useState(false);
  const now = useNow();
  useDialogGuard(entered && !busy && step === 'card');

  const amount = formatMoney(bill.total, bill.currency);
  const stored = card && !isExpired(card, now) ? entry?.methodReference : undefined;
  const entering = !stored || other;

  if (step === 'processing') {
    return (
      <div className={classes.form}>
        <p className={classes.processing} role="status">
          The payment is being processed. You can leave this page.
        </p>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        </Group>
      </div>
    );
  }
  return (
    <form
      noValidate
      className={classes.form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'unknown') payment.askAgain();
        else if (entering && elements) payment.pay(elements);
        else if (!entering && stored) payment.pay(stored);
      }}
    >
      <p className={classes.amount}>{amount}</p>
      {step === 'unknown' && (
        <p className={classes.hint}>
          It is not known yet whether the payment went through. Check it again before you pay in another way.
        </p>
      )}
      {failure && <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={payment.begin} />}
      {failed && <NotLoaded onRetry={retry} />}
      {!failure && !failed && !stripe && <FieldsSkeleton />}
      {stripe && entry && entering && step === 'card' && (
        <CardFields stripe={stripe} clientSecret={entry.clientSecret} onReady={setElements} onEntered={setEntered} />
      )}
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={onClose}>
          {step === 'unknown' ? 'Later' : 'Cancel'}
        </Button>
        {stored && stripe && step === 'card' && (
          <Button variant="default" disabled={busy} onClick={() => setOther(!other)}>
            {other && card ? `Use ${cardName(card)}` : 'Use another card'}
          </Button>
        )}
        <BusyButton type="submit" busy={busy} disabled={!stripe || (entering && step === 'card' && !elements)}>
          {step === 'unknown' ? 'Check again' : entering || !card ? `Pay ${amount}` : `Pay with ${cardName(card)}`}
        </BusyButton>
      </Group>
    </form>
  );
}
