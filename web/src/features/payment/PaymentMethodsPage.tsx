import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { type PaymentMethods, usePaymentMethodsQuery } from '@/api/billing/payment';
import bill from '@/shared/billing/bill.module.css';
import { BillingTabs } from '@/shared/billing/BillingTabs';
import { useHasOwn } from '@/shared/billing/useHasOwn';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { AddCardDialog } from './AddCardDialog';
import { MethodList } from './MethodList';
import classes from './methods.module.css';

/** `/billing/payment-methods`: the cards that an account pays with, or where it pays to (BD-104, D-59). */
export default function PaymentMethodsPage() {
  const able = useHasOwn();
  const mayChange = useAbility('billing-info', 'update');
  const [adding, setAdding] = useState(false);
  const { currentData, error, refetch } = usePaymentMethodsQuery(undefined, {
    skip: !able,
    refetchOnMountOrArgChange: true,
  });
  if (!able) return <NotForYou />;
  const data = currentData?.data;
  const failure = error && !data ? apiError(error) : undefined;
  const byCard = data?.way === 'stripe';
  return (
    <Page
      title="Payment Methods"
      actions={
        byCard &&
        mayChange && (
          <Button leftSection={<Icon name="plus" size={16} />} data-tour="method-add" onClick={() => setAdding(true)}>
            Add payment method
          </Button>
        )
      }
    >
      <BillingTabs current="payment-methods" />
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <Skeleton height={148} radius={10} role="status" aria-label="Loading the payment methods" />
      )}
      {data && !byCard && <ByTransfer bankDetails={data.bankDetails} />}
      {data && byCard && <Cards data={data} mayChange={mayChange} />}
      {byCard && mayChange && <AddCardDialog opened={adding} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Cards({ data: { methods, required }, mayChange }: { data: PaymentMethods; mayChange: boolean }) {
  return (
    <>
      {required && (
        <p className={classes.required} role="status">
          Your plan is paid by card, and none of your cards is active.{' '}
          {methods.length > 0 ? 'Add or activate one.' : 'Add one.'}
        </p>
      )}
      <Panel label="Cards" tour="payment-methods" flush>
        {methods.length > 0 ? (
          <MethodList methods={methods} mayChange={mayChange} />
        ) : (
          <EmptyState icon="card" title="No payment methods yet">
            Invoices are charged to a card that you add. Its number goes to the payment provider only.
          </EmptyState>
        )}
      </Panel>
    </>
  );
}

/** Says how invoices are paid where the operator takes no cards. */
function ByTransfer({ bankDetails }: Pick<PaymentMethods, 'bankDetails'>) {
  return (
    <Panel title="Bank transfer" tour="payment-methods">
      <p className={classes.transfer}>
        Invoices are paid by bank transfer, so there are no payment methods to add. Give the number of the invoice as
        the reference of the transfer.
      </p>
      <p className={bill.bank}>{bankDetails || 'Each invoice says where to pay to.'}</p>
    </Panel>
  );
}
