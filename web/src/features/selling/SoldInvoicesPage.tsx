import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Invoice, type InvoiceState, useSoldInvoicePagesInfiniteQuery } from '@/api/billing/billing';
import { SearchField } from '@/shared/accounts/SearchField';
import { InvoiceTable } from '@/shared/billing/InvoiceTable';
import { PagedList } from '@/shared/billing/PagedList';
import { PayDialog } from '@/shared/billing/PayDialog';
import { Tabs } from '@/shared/billing/Tabs';
import { isUnpaid } from '@/shared/billing/words';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { SellerField } from './SellerField';
import classes from './selling.module.css';
import { useSeller } from './useSeller';

type Filter = { state?: InvoiceState; number: string };

const states: { state?: InvoiceState; label: string }[] = [
  { label: 'All' },
  { state: 'open', label: 'Open' },
  { state: 'past-due', label: 'Overdue' },
  { state: 'paid', label: 'Paid' },
  { state: 'void', label: 'Void' },
  { state: 'refunded', label: 'Refunded' },
];

/** `/invoices`: the invoices of all accounts to which a client sells. */
export default function SoldInvoicesPage() {
  const clientId = useSeller();
  const [params, setParams] = useSearchParams();
  if (!clientId) return <NotForYou />;
  const filter: Filter = {
    state: states.find(({ state }) => state && state === params.get('state'))?.state,
    number: params.get('number') ?? '',
  };
  /** Returns the address of the list with another filter. */
  const withFilter = (changed: Partial<Filter>): URLSearchParams => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ ...filter, ...changed })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  };
  return (
    <Page title="Invoices" above="What customers pay for their plans" actions={<SellerField clientId={clientId} />}>
      <Group gap="10px 16px" justify="space-between" mt={-6} mb={12}>
        <Tabs
          label="States of invoices"
          tabs={states.map(({ state, label }) => ({
            to: `?${withFilter({ state })}`,
            label,
            current: state === filter.state,
          }))}
        />
        <div className={classes.search} role="search" aria-label="Invoices">
          <SearchField
            label="Search by number"
            value={filter.number}
            onSearch={(number) => setParams(withFilter({ number }), { replace: true })}
          />
        </div>
      </Group>
      <Panel label="Invoices" flush>
        <List
          key={clientId}
          clientId={clientId}
          filter={filter}
          onReset={() => setParams(withFilter({ state: undefined, number: '' }), { replace: true })}
        />
      </Panel>
    </Page>
  );
}

type ListProps = { clientId: string; filter: Filter; onReset: () => void };

function List({ clientId, filter: { state, number }, onReset }: ListProps) {
  const query = useSoldInvoicePagesInfiniteQuery(
    { clientId, state, number: number || undefined },
    { refetchOnMountOrArgChange: true },
  );
  const [paying, setPaying] = useState<Invoice>();
  return (
    <>
      <PagedList query={query} noun="invoice" empty={<Nothing filtered={Boolean(state ?? number)} onReset={onReset} />}>
        {(invoices) => (
          <InvoiceTable
            invoices={invoices}
            customers
            action={(invoice) =>
              invoice.mayChange &&
              isUnpaid(invoice) && (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`Mark as paid: ${invoice.number}`}
                  onClick={(event) => {
                    event.stopPropagation();
                    setPaying(invoice);
                  }}
                >
                  Mark as paid
                </Button>
              )
            }
          />
        )}
      </PagedList>
      {paying && <PayDialog invoice={paying} onClose={() => setPaying(undefined)} />}
    </>
  );
}

function Nothing({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) {
    return (
      <EmptyState icon="receipt" title="No invoices yet">
        The first one shows here when an account begins a paid plan.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No invoice matches"
      action={
        <Button variant="default" size="xs" onClick={onReset}>
          Show all invoices
        </Button>
      }
    >
      Choose another state, or search for the beginning of another number.
    </EmptyState>
  );
}
