import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Invoice, type Payment, useCorrectPaymentMutation, usePayInvoiceMutation } from '@/api/billing/billing';
import { dayOf } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import forms from '@/shared/accounts/forms/forms.module.css';
import { useForm } from '@/shared/entry/useForm';
import { FormDialog } from '@/shared/form/FormDialog';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { DateField } from '@/ui/fields/DateField';

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
  const { values, errors, change, text, onSubmit } = useForm(before, ({ on }) => ({
    on: on ? undefined : 'Required!',
  }));
  const [pay, paying] = usePayInvoiceMutation();
  const [correct, correcting] = useCorrectPaymentMutation();
  const { isLoading, error } = noted ? correcting : paying;
  const { on } = values;
  const reference = values.reference.trim();
  useDialogGuard(reference !== before.reference || on !== before.on);

  const send = async () => {
    if (isLoading) return;
    const invoicePayment = { on, ...(reference && { reference }) };
    const { data } = await (noted ? correct : pay)({ invoiceId: id, invoicePayment });
    if (!data) return;
    toastSuccess(data.message);
    onClose();
  };

  return (
    <form noValidate className={forms.form} onSubmit={onSubmit(() => void send())}>
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
        error={errors.on}
        onChange={(day) => change({ on: day })}
      />
      <TextInput
        {...text('reference')}
        label="Reference"
        description="As on the bank statement, for instance. You can leave it empty."
        autoComplete="off"
        maxLength={referenceLimit}
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
