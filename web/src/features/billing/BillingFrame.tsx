import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BillingTabs, labelOf } from '@/shared/billing/BillingTabs';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';

type Props = {
  page: 'payments' | 'invoices';
  /** The customer whose account it is, unless it is the user's own. */
  customerId?: string;
  name?: string;
  search: string;
  children: ReactNode;
};

/** The frame of the two lists of an account's bills. */
export function BillingFrame({ page, customerId, name, search, children }: Props) {
  return (
    <Page
      title={customerId ? `Payments and invoices of ${name ?? 'a customer'}` : 'Manage Payment/Invoices'}
      above={customerId && <Link to={`/customer/${customerId}`}>{name ?? 'Customer'}</Link>}
    >
      <BillingTabs current={page} search={search} />
      <Panel label={labelOf(page)} flush>
        {children}
      </Panel>
    </Page>
  );
}
