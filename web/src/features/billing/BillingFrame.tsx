import type { ReactNode } from 'react';
import { Link } from 'react-router';
import shared from '@/shared/billing/billing.module.css';
import { Tabs } from '@/shared/billing/Tabs';
import { Page } from '@/ui/Page';
import { Panel } from '@/ui/Panel';

const pages = { payments: 'Payments', invoices: 'Invoices' } as const;

type Props = {
  page: keyof typeof pages;
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
      <div className={shared.bar}>
        <Tabs
          label="Payments and invoices"
          tour="billing-tabs"
          tabs={(['payments', 'invoices'] as const).map((one) => ({
            to: `/billing/${one}${search}`,
            label: pages[one],
            current: one === page,
          }))}
        />
      </div>
      <Panel label={pages[page]} flush>
        {children}
      </Panel>
    </Page>
  );
}
