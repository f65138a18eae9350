import { Button } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { CustomerList } from '@/shared/accounts/CustomerList';
import { SearchField } from '@/shared/accounts/SearchField';
import { usePowers } from '@/shared/accounts/usePowers';
import { EmptyState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import classes from './customers.module.css';

/** `/customers`: every customer, for the admin. */
export default function AllCustomersPage() {
  const powers = usePowers();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const navigate = useNavigate();
  const create = () => void navigate('/customer/new');
  useShortcuts(powers.clients ? [{ what: 'Create New Customer', icon: 'plus', group: 'Customers', run: create }] : []);
  if (!powers.clients) return <NotForYou />;
  return (
    <Page
      title="Customers"
      above="Direct customers and those of resellers"
      actions={
        <Button component={Link} to="/customer/new" leftSection={<Icon name="plus" size={16} />}>
          Create New Customer
        </Button>
      }
    >
      <div className={classes.search} role="search" aria-label="Customers">
        <SearchField
          label="Search by name"
          value={search}
          onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })}
        />
      </div>
      <Panel label="Customers" flush>
        <CustomerList
          filter={{ search: search || undefined }}
          clients
          empty={
            search && (
              <EmptyState
                icon="search"
                title="No customer matches"
                action={
                  <Button variant="default" size="xs" onClick={() => setParams({}, { replace: true })}>
                    Reset the search
                  </Button>
                }
              >
                Search for another part of the name.
              </EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
