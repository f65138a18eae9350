import { Button } from '@mantine/core';
import type { Pack } from '@/api/billing/billing';
import { formatMoney } from '@/lib/format/money';
import { packKinds, sizeOf } from '@/shared/billing/words';
import { DataTable } from '@/ui/page/DataTable';
import classes from '../selling.module.css';

type Props = { packs: Pack[]; onEdit: (pack: Pack) => void; onRemove: (pack: Pack) => void };

/** A price list as a table, or as stacked rows on a narrow screen. */
export function PackTable({ packs, ...actions }: Props) {
  return (
    <DataTable
      label="Packs"
      rows={packs}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Pack', cell: ({ name }) => <span className={classes.name}>{name}</span> },
        { head: 'What it adds', cell: ({ kind }) => packKinds[kind] },
        { head: 'Size', kind: 'number', cell: sizeOf },
        { head: 'Price', kind: 'number', cell: ({ price, currency }) => formatMoney(price, currency), side: true },
        { head: 'Actions', kind: 'action', cell: (pack) => <Actions pack={pack} {...actions} /> },
      ]}
      rest={(pack) => `${packKinds[pack.kind]}, ${sizeOf(pack)}`}
    />
  );
}

function Actions({ pack, onEdit, onRemove }: Omit<Props, 'packs'> & { pack: Pack }) {
  return (
    <span className={classes.actions}>
      <Button variant="subtle" size="compact-sm" aria-label={`Edit ${pack.name}`} onClick={() => onEdit(pack)}>
        Edit
      </Button>
      <Button variant="subtle" size="compact-sm" aria-label={`Remove ${pack.name}`} onClick={() => onRemove(pack)}>
        Remove
      </Button>
    </span>
  );
}
