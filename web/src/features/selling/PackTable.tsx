import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Pack } from '@/api/billing';
import { formatMoney } from '@/lib/money';
import shared from '@/shared/billing/billing.module.css';
import { packKinds, sizeOf } from '@/shared/billing/words';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './selling.module.css';

type Props = { packs: Pack[]; onEdit: (pack: Pack) => void; onRemove: (pack: Pack) => void };

/** A price list as a table, or as stacked rows on a narrow screen. */
export function PackTable({ packs, ...actions }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={`${shared.cards} ${classes.cards}`} aria-label="Packs">
        {packs.map((pack) => (
          <li key={pack.id}>
            <span className={classes.name}>{pack.name}</span>
            <span className={shared.sum}>{formatMoney(pack.price, pack.currency)}</span>
            <span className={shared.rest}>
              {packKinds[pack.kind]}, {sizeOf(pack)}
            </span>
            <Actions pack={pack} {...actions} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Packs, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Pack</th>
            <th scope="col">What it adds</th>
            <th scope="col" data-number>
              Size
            </th>
            <th scope="col" data-number>
              Price
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {packs.map((pack) => (
            <tr key={pack.id}>
              <th scope="row">
                <span className={classes.name}>{pack.name}</span>
              </th>
              <td>{packKinds[pack.kind]}</td>
              <td data-number>{sizeOf(pack)}</td>
              <td data-number>{formatMoney(pack.price, pack.currency)}</td>
              <td data-action>
                <Actions pack={pack} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
