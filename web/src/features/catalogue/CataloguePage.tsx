import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import {
  type CatalogueCategory,
  type CataloguePackage,
  type CatalogueService,
  useCatalogueQuery,
} from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { duration } from '@/lib/format/duration';
import { EmptyState, ErrorState, Icon, useShortcuts } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import classes from './catalogue.module.css';
import { CategoryDialog, PackageDialog, ServiceDialog } from './dialogs';

type Edited =
  | { kind: 'category'; entry?: CatalogueCategory }
  | { kind: 'service'; entry?: CatalogueService }
  | { kind: 'package'; entry?: CataloguePackage };

const promise = (seconds: number, none: string): string => (seconds > 0 ? duration(seconds) : none);

/** Lists what can be ordered and its terms, for the administrator. */
export default function CataloguePage() {
  const able = useAbility('manage-plans', 'update');
  const { data, error, refetch } = useCatalogueQuery({ retired: true }, { skip: !able });
  const [edited, setEdited] = useState<Edited>();
  const add = (kind: Edited['kind']) => () => setEdited({ kind });
  const kinds = data ? (['service', 'category', 'package'] as const) : [];
  useShortcuts(kinds.map((kind) => ({ what: `Add ${kind}`, icon: 'plus', group: 'Catalogue', run: add(kind) })));
  if (!able) return <NotForYou />;
  const catalogue = data?.data;
  const close = () => setEdited(undefined);
  return (
    <Page title="Catalogue" above="What customers can order">
      {error && !data && <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius={10} role="status" aria-label="Loading the catalogue" />}
      {catalogue && (
        <Stack gap={16}>
          <Panel title="Services" flush aside={<Add label="Add service" onAdd={add('service')} />}>
            {catalogue.services.length === 0 && (
              <EmptyState small icon="list" title="No services yet">
                Add a category and then what customers can order in it.
              </EmptyState>
            )}
            {catalogue.services.length > 0 && (
              <DataTable
                label="Services"
                className={classes.table}
                rows={catalogue.services}
                keyOf={({ id }) => id}
                retired={({ retired }) => retired}
                columns={[
                  {
                    head: 'Service',
                    cell: ({ name, retired }) => (
                      <>
                        {name} {retired && <Retired />}
                      </>
                    ),
                  },
                  {
                    head: 'Category',
                    cell: ({ categoryId }) => catalogue.categories.find(({ id }) => id === categoryId)?.name,
                  },
                  { head: 'Work begins within', cell: ({ promisedStart }) => promise(promisedStart, 'No promise') },
                  { head: 'Working time', cell: ({ allocated }) => promise(allocated, 'None allocated') },
                  {
                    head: 'Edit',
                    kind: 'action',
                    cell: (entry) => <Edit name={entry.name} onEdit={() => setEdited({ kind: 'service', entry })} />,
                  },
                ]}
              />
            )}
          </Panel>
          <Panel title="Categories" flush aside={<Add label="Add category" onAdd={add('category')} />}>
            <Rows
              label="Categories"
              rows={catalogue.categories.map((entry) => ({ ...entry, words: '' }))}
              onEdit={(id) => setEdited({ kind: 'category', entry: catalogue.categories.find((c) => c.id === id) })}
            />
          </Panel>
          <Panel title="Packages" flush aside={<Add label="Add package" onAdd={add('package')} />}>
            <Rows
              label="Packages"
              rows={catalogue.packages.map((entry) => ({
                ...entry,
                words: `${entry.allocated < 0 ? 'Unlimited' : duration(entry.allocated)} of work, ${
                  entry.maximumActiveOrder < 0 ? 'any number of' : entry.maximumActiveOrder
                } active orders`,
              }))}
              onEdit={(id) => setEdited({ kind: 'package', entry: catalogue.packages.find((p) => p.id === id) })}
            />
          </Panel>
        </Stack>
      )}
      {edited?.kind === 'category' && <CategoryDialog entry={edited.entry} onClose={close} />}
      {edited?.kind === 'service' && (
        <ServiceDialog entry={edited.entry} categories={catalogue?.categories ?? []} onClose={close} />
      )}
      {edited?.kind === 'package' && <PackageDialog entry={edited.entry} onClose={close} />}
    </Page>
  );
}

type Row = { id: string; name: string; retired: boolean; words: string };

function Rows({ label, rows, onEdit }: { label: string; rows: Row[]; onEdit: (id: string) => void }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {rows.map(({ id, name, retired, words }) => (
        <li key={id} data-retired={retired || undefined}>
          <span className={classes.name}>
            {name} {retired && <Retired />}
          </span>
          <span className={classes.quiet}>{words}</span>
          <Edit name={name} onEdit={() => onEdit(id)} />
        </li>
      ))}
      {rows.length === 0 && <li className={classes.quiet}>None yet</li>}
    </ul>
  );
}

const Retired = () => <span className={classes.retired}>Retired</span>;

function Add({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={onAdd}>
      {label}
    </Button>
  );
}

function Edit({ name, onEdit }: { name: string; onEdit: () => void }) {
  return (
    <Button variant="subtle" size="compact-xs" aria-label={`Edit ${name}`} onClick={onEdit}>
      Edit
    </Button>
  );
}
