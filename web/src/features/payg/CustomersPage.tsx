import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useAbility } from '@/api/hooks';
import { useHourlyCustomerPagesInfiniteQuery } from '@/api/billing/hourly';
import { SearchField } from '@/shared/accounts/SearchField';
import { PagedList } from '@/shared/billing/PagedList';
import { EmptyState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { CustomerTable } from './CustomerTable';
import classes from './payg.module.css';

/** `/payg/list`: the customers who pay by the hour, with the work that is not billed (SH-081). */
export default function CustomersPage() {
  const able = useAbility('nav-payg-customer-info');
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const query = useHourlyCustomerPagesInfiniteQuery(
    { search: search || undefined },
    { skip: !able, refetchOnMountOrArgChange: true },
  );
  if (!able) return <NotForYou />;
  const narrow = (text: string) => setParams(text ? { search: text } : {}, { replace: true });
  return (
    <Page title="Pay as you Go Customers" above="Customers whose work is billed by the hour">
      <div className={classes.search} role="search" aria-label="Customers">
        <SearchField label="Search by name" value={search} onSearch={narrow} />
      </div>
      <Panel label="Customers" flush>
        <PagedList
          query={query}
          noun="customer"
          empty={
            search ? (
              <EmptyState
                icon="search"
                title="No customer matches"
                action={
                  <Button variant="default" size="xs" onClick={() => narrow('')}>
                    Reset the search
                  </Button>
                }
              >
                Search for another part of the name.
              </EmptyState>
            ) : (
              <EmptyState icon="users" title="No customers yet">
                Customers show here as soon as their plan is Pay as you Go.
              </EmptyState>
            )
          }
        >
          {(customers) => <CustomerTable customers={customers} />}
        </PagedList>
      </Panel>
    </Page>
  );
}
