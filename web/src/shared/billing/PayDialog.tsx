import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Invoice, usePayInvoiceMutation } from '@/api/billing';
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

type Props = { invoice: Invoice; onClose: () => void };

/** Asks when an invoice was paid outside the product, and notes it (D-59). */
export function PayDialog({ invoice, onClose }: Props) {
  return (
    <FormDialog opened onClose={onClose} size={460} title={`Mark ${invoice.number} as paid`}>
      <PayForm invoice={invoice} onClose={onClose} />
    </FormDialog>
  );
}

function PayForm({ invoice: { id, bill, customer }, onClose }: Props) {
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const [on, setOn] = useState(today);
  const [reference, setReference] = useState('');
  const [missing, setMissing] = useState(false);
  const [pay, { isLoading, error }] = usePayInvoiceMutation();
  useDialogGuard(reference.trim() !== '' || on !== today);

  const send = async () => {
    setMissing(on === '');
    if (on === '' || isLoading) return;
    const invoicePayment = { on, ...(reference.trim() && { reference: reference.trim() }) };
    const { data } = await pay({ invoiceId: id, invoicePayment });
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
        Confirm that {formatMoney(bill.total, bill.currency)}
        {customer && ` from ${customer}`} arrived by bank transfer. The invoice then counts as paid, and what was closed
        because of it opens again. To undo this later, give the money back.
      </p>
      <DateField
        label="Day of the payment"
        required
        data-autofocus
        max={today}
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
          Mark as paid
        </BusyButton>
      </Group>
    </form>
  );
}
