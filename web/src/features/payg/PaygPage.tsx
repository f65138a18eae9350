import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { type HourlyPage, useHourlyPagesInfiniteQuery } from '@/api/billing/hourly';
import { useAbility, useMe } from '@/api/hooks';
import { perHour } from '@/shared/billing/words';
import { PagedList } from '@/shared/billing/PagedList';
import { EmptyState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { HourlyTable } from './HourlyTable';
import classes from './payg.module.css';

const toSwitch = '/payg/switch';

/** `/payg`: how work by the hour is paid, and the account's orders that are paid so (SH-080). */
export default function PaygPage() {
  const me = useMe();
  // The people of a reseller have no account that pays.
  const able = useAbility('manage-membership') && me?.isClientType !== true;
  const query = useHourlyPagesInfiniteQuery(undefined, { skip: !able, refetchOnMountOrArgChange: true });
  if (!able) return <NotForYou />;
  const account = query.data?.pages[0];
  const pays = account && (account.active || account.price !== undefined);
  const none = account && !pays && account.data.length === 0;
  return (
    <Page
      title="Pay as you Go"
      actions={
        <>
          <Button component={Link} to={toSwitch} variant="default">
            Subscription or Pay as you Go
          </Button>
          {account?.active && <CreateOrder />}
        </>
      }
    >
      {account && (pays ? <How account={account} closed={me?.membership?.closedBecause} /> : <NotYet />)}
      {!none && (
        <Panel title="Orders paid by the hour" flush>
          <PagedList
            query={query}
            noun="order"
            empty={
              <EmptyState icon="clock" title="No orders yet">
                An order shows here as soon as its estimate is confirmed.
              </EmptyState>
            }
          >
            {(orders) => <HourlyTable orders={orders} />}
          </PagedList>
        </Panel>
      )}
    </Page>
  );
}

/** Starts an order that is paid by the hour (BD-410). */
function CreateOrder() {
  const navigate = useNavigate();
  const may = useAbility('create-order', 'create');
  const create = () => void navigate('/orders/new', { state: { payg: true } });
  useShortcuts(may ? [{ what: 'Create new order', icon: 'plus', group: 'Pay as you Go', run: create }] : []);
  if (!may) return null;
  return (
    <Button onClick={create} leftSection={<Icon name="plus" size={16} />}>
      Create new order
    </Button>
  );
}

function How({ account: { active, price, currency }, closed }: { account: HourlyPage; closed?: string }) {
  return (
    <div className={classes.how}>
      <p>
        {price !== undefined && currency && (
          <>
            Work on your orders costs <strong>{perHour(price, currency)}</strong>, without tax.{' '}
          </>
        )}
        Before an order is placed, the account owner confirms an estimate of its costs. When the order is approved,
        completed or cancelled, the time that was worked is billed, rounded up to 15 minutes.
      </p>
      {!active && closed && <p>{closed}</p>}
    </div>
  );
}

function NotYet() {
  return (
    <EmptyState
      icon="clock"
      title="Your account does not pay as you go"
      action={
        <Button component={Link} to={toSwitch} size="xs">
          Compare both ways to pay
        </Button>
      }
    >
      With Pay as you Go you pay for the time that is worked on your orders, after the work.
    </EmptyState>
  );
}
