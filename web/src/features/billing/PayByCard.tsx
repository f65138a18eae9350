import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '@/api/billing/billing';
import { usePaymentMethodsQuery } from '@/api/billing/payment';
import { Icon, useShortcuts } from '@/ui';
import { PayByCardDialog } from './PayByCardDialog';

/** Lets the owner of an account pay its open invoice by card, if the operator takes cards (D-59). */
export function PayByCard({ invoice }: { invoice: Invoice }) {
  const { data } = usePaymentMethodsQuery();
  const [opened, setOpened] = useState(false);
  // A second payment must not begin while the first is on its way.
  const [processing, setProcessing] = useState(false);
  const offered = data?.data.way === 'stripe' && !processing;
  useShortcuts(
    offered ? [{ what: 'Pay by card', icon: 'card', group: 'This invoice', run: () => setOpened(true) }] : [],
  );
  if (data?.data.way !== 'stripe') return null;
  return (
    <>
      {processing && <span role="status">The payment is being processed.</span>}
      {offered && (
        <Button leftSection={<Icon name="card" size={16} />} onClick={() => setOpened(true)}>
          Pay by card
        </Button>
      )}
      <PayByCardDialog
        invoice={invoice}
        card={data.data.methods.find(({ isDefault }) => isDefault)}
        opened={opened}
        onProcessing={() => setProcessing(true)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
