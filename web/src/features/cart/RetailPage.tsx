import { Skeleton, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { type Retail, useRetailQuery } from '@/api/billing/cart';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { dayText } from '@/lib/format/dates';
import { kindsOfPacks, packKinds } from '@/shared/billing/words';
import { EmptyState, ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { AddOnsPanel } from './AddOnsPanel';
import { PackCard } from './PackCard';
import classes from './retail.module.css';

/** `/retail`: packs of hours, orders and storage to buy beside the plan (D-57). */
export default function RetailPage() {
  const able = useAbility('manage-membership', 'update');
  const { data, error, refetch } = useRetailQuery(undefined, { skip: !able, refetchOnMountOrArgChange: true });
  if (!able) return <NotForYou />;
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page title="Extra Resources" above={<Link to="/membership/service">Membership</Link>}>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <div className={classes.kinds} role="status" aria-label="Loading the packs">
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} height={200} radius={10} />
          ))}
        </div>
      )}
      {data && <Packs retail={data.data} />}
    </Page>
  );
}

const whyId = 'retail-why';

function Packs({ retail: { packs, addOns, cycleEnds, refused } }: { retail: Retail }) {
  const end = cycleEnds ? ` on ${dayText(cycleEnds)}` : '';
  return (
    <Stack gap={20}>
      {refused && (
        <p id={whyId} className={classes.refused}>
          {refused}
        </p>
      )}
      {packs.length === 0 ? (
        <EmptyState icon="cart" title="There are no packs to buy">
          Please ask your design service which extra resources it has.
        </EmptyState>
      ) : (
        <p className={classes.note}>
          Hours and orders that you buy once do not expire. Those of each cycle end with the cycle{end}. A pack with
          each cycle is paid in full for the present cycle, and again with every following one.
        </p>
      )}
      {addOns.length > 0 && <AddOnsPanel addOns={addOns} cycleEnds={cycleEnds} />}
      <div className={classes.kinds}>
        {kindsOfPacks.map((kind) => {
          const some = packs.filter((pack) => pack.kind === kind);
          if (some.length === 0) return null;
          return (
            <section key={kind} aria-labelledby={`packs-${kind}`}>
              <h2 id={`packs-${kind}`} className={classes.kind}>
                {packKinds[kind]}
              </h2>
              <Stack component="ul" gap={12}>
                {some.map((pack) => (
                  <PackCard key={pack.id} pack={pack} refusedBy={refused ? whyId : undefined} />
                ))}
              </Stack>
            </section>
          );
        })}
      </div>
    </Stack>
  );
}
