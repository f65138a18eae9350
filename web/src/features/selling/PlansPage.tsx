import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Plan, usePlansQuery } from '@/api/billing/billing';
import { apiError, details, sentence } from '@/api/request/envelope';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { PacksPanel } from './packs/PacksPanel';
import { PlanDialog } from './plans/PlanDialog';
import { PlanTable } from './plans/PlanTable';
import { SellerField } from './SellerField';
import { TermsPanel } from './TermsPanel';
import { useSeller } from './useSeller';

/** `/plans`: what a client sells to its customers, and on which terms (D-53). */
export default function PlansPage() {
  const clientId = useSeller();
  return clientId ? <Plans key={clientId} clientId={clientId} /> : <NotForYou />;
}

type Edited = { plan?: Plan };

function Plans({ clientId }: { clientId: string }) {
  const { data, error, refetch } = usePlansQuery({ clientId }, { refetchOnMountOrArgChange: true });
  const [edited, setEdited] = useState<Edited>();
  const create = () => setEdited({});
  useShortcuts([{ what: 'New plan', icon: 'plus', group: 'Plans', run: create }]);
  const failure = error && !data ? apiError(error) : undefined;
  const plans = data?.data ?? [];
  return (
    <Page
      title="Plans"
      above={data ? plural(plans.filter(({ offered }) => offered).length, 'plan') + ' on offer' : 'What is on offer'}
      actions={
        <>
          <SellerField clientId={clientId} />
          <Button leftSection={<Icon name="plus" size={16} />} onClick={create}>
            New plan
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <Panel label="Plans" flush>
          {failure && (
            <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
          )}
          {!data && !failure && <Skeleton height={220} radius={10} role="status" aria-label="Loading plans" />}
          {data && plans.length === 0 && (
            <EmptyState
              icon="tag"
              title="No plans yet"
              action={
                <Button variant="default" size="xs" onClick={create}>
                  Create the first plan
                </Button>
              }
            >
              A plan says what a customer gets in a cycle, and for which price.
            </EmptyState>
          )}
          {plans.length > 0 && <PlanTable plans={plans} onEdit={(plan) => setEdited({ plan })} />}
        </Panel>
        <PacksPanel clientId={clientId} currency={plans.find(({ offered }) => offered)?.offer.currency ?? 'EUR'} />
        <TermsPanel clientId={clientId} plans={plans} />
      </Stack>
      {edited && <PlanDialog clientId={clientId} plan={edited.plan} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
