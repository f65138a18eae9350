import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type Invoice,
  type InvoicePlanChange,
  useCreditInvoiceMutation,
  useVoidInvoiceMutation,
} from '@/api/billing/billing';
import { useAbility } from '@/api/hooks';
import { formatMoney } from '@/lib/format/money';
import { PayDialog } from '@/shared/billing/PayDialog';
import { useDownload } from '@/shared/billing/useDownload';
import { useHasOwn } from '@/shared/billing/useHasOwn';
import { isUnpaid, lastDay } from '@/shared/billing/words';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { askReason, confirm, Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { PayByCard } from './PayByCard';

/** Says what becomes of the change of plan that an invoice is for, when nobody has to pay it. */
function afterVoid({ from, to, until, stays }: InvoicePlanChange): string {
  const kept = `It is for the change from ${from} to ${to}, which the account keeps until ${lastDay(until)}.`;
  return stays
    ? `${kept} It cannot go back now. ${stays}`
    : `${kept} You can let it go back to ${from} in the next step.`;
}

const askToGoBack = ({ from, to, until }: InvoicePlanChange): Promise<boolean> =>
  confirm({
    type: 'YESNO',
    title: `Go back to ${from}?`,
    message: `The account has ${from} again at once, with the cycle that it has paid. Otherwise it keeps ${to} until ${lastDay(until)} and does not pay for it.`,
    accept: `Go back to ${from}`,
    refuse: `Keep ${to}`,
  });

/** What can be done with an invoice. Only those who sell can change it, and only owners can pay it by card. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const file = useDownload(invoice.id, invoice.number);
  const note = useDownload(invoice.id, invoice.creditNote ?? '', true);
  const [paying, setPaying] = useState(false);
  const [voidInvoice, voiding] = useVoidInvoiceMutation();
  const [creditInvoice, crediting] = useCreditInvoiceMutation();
  const { id: invoiceId, number, mayChange, bill, planChange } = invoice;
  const unpaid = mayChange && isUnpaid(invoice);
  const own = useHasOwn();
  const payable = useAbility('billing-info', 'update') && own && !mayChange && isUnpaid(invoice);
  const paid = mayChange && invoice.state === 'paid';
  const sum = formatMoney(bill.total, bill.currency);
  const noted = invoice.payments?.find(({ kind, way }) => kind === 'paid' && way === 'manual');
  const byCard = invoice.payments?.some(({ kind, way }) => kind === 'paid' && way === 'stripe');

  const askVoid = async () => {
    const reason = await askReason({
      title: `Void ${number}?`,
      message: `Nobody has to pay the ${sum} any more. The invoice keeps its number, and this cannot be undone. ${
        planChange ? afterVoid(planChange) : ''
      }`.trim(),
    });
    if (!reason) return;
    const goBack = planChange && !planChange.stays && (await askToGoBack(planChange));
    await voidInvoice({ invoiceId, invoiceVoid: { reason, ...(goBack && { goBack }) } })
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };
  const askCredit = async () => {
    const reason = await askReason({
      title: `Give back what was paid for ${number}?`,
      message: `This makes a credit note about ${sum}, and cannot be undone. ${
        byCard ? 'The money goes back to the card.' : 'Send the money back by bank transfer yourself.'
      }`,
    });
    if (!reason) return;
    await creditInvoice({ invoiceId, voidedInvoice: { reason } })
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };

  useShortcuts([
    { what: 'Download PDF', icon: 'download', group: 'This invoice', run: file.download },
    ...(invoice.creditNote
      ? [{ what: 'Download credit note', icon: 'download', group: 'This invoice', run: note.download } as const]
      : []),
    ...(unpaid
      ? [{ what: 'Mark as paid', icon: 'check', group: 'This invoice', run: () => setPaying(true) } as const]
      : []),
  ]);
  return (
    <>
      <BusyButton
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        busy={file.busy}
        onClick={file.download}
      >
        Download PDF
      </BusyButton>
      {invoice.creditNote && (
        <BusyButton
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          busy={note.busy}
          onClick={note.download}
        >
          Download credit note
        </BusyButton>
      )}
      {unpaid && (
        <BusyButton variant="default" busy={voiding.isLoading} onClick={() => void askVoid()}>
          Void
        </BusyButton>
      )}
      {payable && <PayByCard invoice={invoice} />}
      {unpaid && <Button onClick={() => setPaying(true)}>Mark as paid</Button>}
      {paid && (
        <BusyButton variant="default" busy={crediting.isLoading} onClick={() => void askCredit()}>
          Give back
        </BusyButton>
      )}
      {paid && noted && (
        <Button variant="default" onClick={() => setPaying(true)}>
          Correct payment
        </Button>
      )}
      {paying && <PayDialog invoice={invoice} {...(paid && noted && { noted })} onClose={() => setPaying(false)} />}
    </>
  );
}
