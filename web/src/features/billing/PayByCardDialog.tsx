import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import type { Invoice } from '@/api/billing/billing';
import type { PaymentMethod } from '@/api/billing/payment';
import { FormDialog } from '@/shared/form/FormDialog';
import { PayByCardForm } from './PayByCardForm';

type Props = {
  invoice: Invoice;
  /** The card that is charged by default. */
  card?: PaymentMethod;
  opened: boolean;
  onProcessing: () => void;
  onClose: () => void;
};

/** Asks with which card an invoice is paid. While it is paid the dialog stays open. */
export function PayByCardDialog({ invoice, opened, onClose, ...rest }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [busy, setBusy] = useState(false);
  return (
    <FormDialog
      opened={mounted && opened}
      onClose={() => busy || onClose()}
      size={480}
      title={`Pay ${invoice.number} by card`}
    >
      <PayByCardForm invoice={invoice} busy={busy} setBusy={setBusy} onClose={onClose} {...rest} />
    </FormDialog>
  );
}
