import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type ClientAccount, useListClientsQuery } from '@/api/people';
import { plural } from '@/lib/format/text';
import { usePowers } from '@/shared/accounts/usePowers';
import { ErrorState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import classes from './clients.module.css';
import { CreateClientDialog } from './CreateClientDialog';
import { kinds } from './kinds';

/** `/clients`: the provider, the direct customers and the resellers, for the admin. */
export default function ClientsPage() {
  const powers = usePowers();
  const { data, error, refetch } = useListClientsQuery(undefined, {
    skip: !powers.clients,
    refetchOnMountOrArgChange: true,
  });
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useShortcuts(powers.clients ? [{ what: 'Create reseller', icon: 'plus', group: 'Clients', run: create }] : []);
  if (!powers.clients) return <NotForYou />;
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page
      title="Clients"
      above={data ? plural(data.data.clients.length, 'client') : 'Who has customers'}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={create}>
          Create reseller
        </Button>
      }
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <div className={classes.grid} role="status" aria-label="Loading clients">
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} height={108} radius={10} />
          ))}
        </div>
      )}
      {data && (
        <ul className={classes.grid} aria-label="Clients">
          {data.data.clients.map((client) => (
            <Client key={client.id} client={client} />
          ))}
        </ul>
      )}
      {creating && <CreateClientDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Client({ client: { id, name, kind, colour, customers, people } }: { client: ClientAccount }) {
  return (
    <li className={classes.card}>
      <span className={classes.name}>
        <span className={classes.colour} style={{ background: colour || 'var(--border-strong)' }} />
        <Link to={`/clients/${encodeURIComponent(id)}`}>{name}</Link>
      </span>
      <span className={classes.kind}>{kinds[kind]}</span>
      <span className={classes.counts}>
        {[kind !== 'provider' && plural(customers, 'customer'), kind !== 'direct' && plural(people, 'person', 'people')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}
