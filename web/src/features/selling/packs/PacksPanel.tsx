import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { type Pack, useSavePacksMutation, useSoldPacksQuery } from '@/api/billing/billing';
import { apiError, details, sentence } from '@/api/request/envelope';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, EmptyState, ErrorState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { PackDialog } from './PackDialog';
import { mostPacks } from './packDraft';
import { PackTable } from './PackTable';

type Props = {
  clientId: string;
  /** In which the plans are sold. A new pack starts with it, since accounts buy packs in the currency of their plan. */
  currency: string;
};

/** The price list of what a client sells beside its plans (D-57). */
export function PacksPanel({ clientId, currency }: Props) {
  const { data, error, refetch } = useSoldPacksQuery({ clientId }, { refetchOnMountOrArgChange: true });
  const [edited, setEdited] = useState<{ pack?: Pack }>();
  const [save, { isLoading }] = useSavePacksMutation();
  const { packs, version } = data?.data ?? { packs: [], version: 0 };
  const failure = error && !data ? apiError(error) : undefined;
  const add = () => setEdited({});

  const remove = async (pack: Pack) => {
    if (isLoading) return;
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Remove ${pack.name}?`,
      message: 'Nobody can buy it any more. What was bought stays, and goes on with each cycle.',
      accept: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await save({ clientId, priceList: { packs: packs.filter(({ id }) => id !== pack.id), version } })
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };

  return (
    <Panel
      title="Extra resources"
      flush
      aside={
        packs.length > 0 &&
        packs.length < mostPacks && (
          <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            Add pack
          </Button>
        )
      }
    >
      {failure && (
        <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      )}
      {!data && !failure && <Skeleton height={160} role="status" aria-label="Loading the price list" />}
      {data && packs.length === 0 && (
        <EmptyState
          small
          icon="cart"
          title="No packs yet"
          action={
            <Button variant="default" size="xs" onClick={add}>
              Add the first pack
            </Button>
          }
        >
          Packs of hours, orders and storage can be bought beside a plan, once or with each cycle.
        </EmptyState>
      )}
      {packs.length > 0 && (
        <PackTable packs={packs} onEdit={(pack) => setEdited({ pack })} onRemove={(pack) => void remove(pack)} />
      )}
      {edited && (
        <PackDialog
          clientId={clientId}
          list={{ packs, version }}
          pack={edited.pack}
          currency={packs.at(-1)?.currency ?? currency}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}
