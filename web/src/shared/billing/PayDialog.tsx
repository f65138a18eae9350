import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Invoice, type Payment, useCorrectPaymentMutation, usePayInvoiceMutation } from '@/api/billing';
import { dayOf } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Refusal } from '@/shared/accounts/Refusal';
import forms from '@/shared/accounts/forms.module.css';
import { FormDialog } from '@/shared/FormDialog';
import { toastSuccess } from '@/shared/notify';
import { BusyButton } from '@/ui/BusyButton';
import { useDialogGuard } from '@/ui/closeGuard';
import { DateField } from '@/ui/DateField';

const referenceLimit = 100;

type Props = {
  invoice: Invoice;
  /** A payment that was noted before, and is corrected. */
  noted?: Payment;
  onClose: () => void;
};

/** Asks when an invoice was paid outside the product, and notes it or corrects what was noted (D-59). */
export function PayDialog({ invoice, noted, onClose }: Props) {
  const title = noted ? `Correct the payment of ${invoice.number}` : `Mark ${invoice.number} as paid`;
  return (
    <FormDialog opened onClose={onClose} size={460} title={title}>
      <PayForm invoice={invoice} {...(noted && { noted })} onClose={onClose} />
    </FormDialog>
  );
}

function PayForm({ invoice: { id, bill, customer, issuedOn = '' }, noted, onClose }: Props) {
  const [today] = useState(() => dayOf(new Date().toISOString()));
  // Where the seller is, the day of the invoice can have begun already.
  const last = issuedOn > today ? issuedOn : today;
  const [before] = useState({ on: noted?.on ?? last, reference: noted?.reference ?? '' });
  const [on, setOn] = useState(before.on);
  const [reference, setReference] = useState(before.reference);
  const [missing, setMissing] = useState(false);
  const [pay, paying] = usePayInvoiceMutation();
  const [correct, correcting] = useCorrectPaymentMutation();
  const { isLoading, error } = noted ? correcting : paying;
  useDialogGuard(reference.trim() !== before.reference || on !== before.on);

  const send = async () => {
    setMissing(on === '');
    if (on === '' || isLoading) return;
    const invoicePayment = { on, ...(reference.trim() && { reference: reference.trim() }) };
    const { data } = await (noted ? correct : pay)({ invoiceId: id, invoicePayment });
    if (!data) return;
    toastSuccess(data.message);
    onClose();
  };

  return (
    <form
      noValidate
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={forms.hint}>
        {noted ? 'Correct' : 'Confirm'} that {formatMoney(bill.total, bill.currency)}
        {customer && ` from ${customer}`} arrived by bank transfer.{' '}
        {!noted &&
          'The invoice then counts as paid, and what was closed because of it opens again. To undo this later, give the money back.'}
      </p>
      <DateField
        label="Day of the payment"
        required
        data-autofocus
        min={issuedOn}
        max={last}
        value={on}
        error={missing && on === '' && 'Required!'}
        onChange={setOn}
      />
      <TextInput
        label="Reference"
        description="As on the bank statement, for instance. You can leave it empty."
        autoComplete="off"
        maxLength={referenceLimit}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Refusal error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={isLoading}>
          {noted ? 'Correct payment' : 'Mark as paid'}
        </BusyButton>
      </Group>
    </form>
  );
}
