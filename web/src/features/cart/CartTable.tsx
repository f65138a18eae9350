import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CartItem, CartLine, PricedCart } from '@/api/cart';
import shared from '@/shared/billing/billing.module.css';
import { keyOf, maxQuantity } from '@/shared/cart/cart';
import type { useCart } from '@/shared/cart/useCart';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './cart.module.css';
import type { SeenPrices } from './changes';
import { lineName, often } from './words';

type Cart = ReturnType<typeof useCart>;
type Props = { cart: Cart; priced: PricedCart; seen: SeenPrices; money: (amount: number) => string };

type Row = { item: CartItem; name: string; line?: CartLine };

/** The lines of the cart in its order. A quantity changes at once, and its sums follow. */
function rowsOf({ cart, priced, seen }: Props): Row[] {
  return cart.items.flatMap((item): Row[] => {
    const key = keyOf(item);
    const line = priced.lines.find((one) => keyOf(one) === key);
    if (line) return [{ item, line, name: line.name }];
    // A line that another window has just added is not priced yet.
    const gone = priced.gone.some((one) => keyOf(one) === key);
    return gone ? [{ item, name: seen[key]?.name ?? 'A pack' }] : [];
  });
}

/** The cart as a table, or as stacked rows on a narrow screen. */
export function CartTable(props: Props) {
  const { cart, money } = props;
  const narrow = useMediaQuery('(max-width: 620px)', false, { getInitialValueInEffect: false });
  const rows = rowsOf(props);
  if (narrow) {
    return (
      <ul className={shared.cards} aria-label="Lines of the cart">
        {rows.map(({ item, name, line }) => (
          <li key={keyOf(item)}>
            <span className={classes.name}>{name}</span>
            <span className={shared.sum}>{line && money(line.price * item.qty)}</span>
            <span className={shared.rest}>
              {line ? (
                `${often[item.type]}, ${money(line.price)} each`
              ) : (
                <span className={classes.gone}>No longer sold</span>
              )}
            </span>
            <span className={classes.tools}>
              {line && <Quantity cart={cart} item={item} name={name} />}
              <Remove cart={cart} item={item} name={name} />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Lines of the cart, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Pack</th>
            <th scope="col">Bought</th>
            <th scope="col" data-number>
              Price
            </th>
            <th scope="col" data-number>
              Quantity
            </th>
            <th scope="col" data-number>
              Amount
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, name, line }) => (
            <tr key={keyOf(item)}>
              <th scope="row">
                <span className={classes.name}>{name}</span>
              </th>
              <td>{line ? often[item.type] : <span className={classes.gone}>No longer sold</span>}</td>
              <td data-number>{line && money(line.price)}</td>
              <td data-number>{line ? <Quantity cart={cart} item={item} name={name} /> : item.qty}</td>
              <td data-number>{line && money(line.price * item.qty)}</td>
              <td data-action>
                <Remove cart={cart} item={item} name={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type LineProps = { cart: Cart; item: CartItem; name: string };

function Quantity({ cart, item, name }: LineProps) {
  const of = lineName(name, item.type);
  return (
    <span className={classes.quantity} role="group" aria-label={`Quantity of ${of}`}>
      <ActionIcon variant="default" size="sm" aria-label={`One less: ${of}`} onClick={() => cart.takeOne(item)}>
        −
      </ActionIcon>
      <span className="tabular" aria-live="polite">
        {item.qty}
      </span>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={`One more: ${of}`}
        disabled={item.qty >= maxQuantity}
        onClick={() => cart.add(item)}
      >
        +
      </ActionIcon>
    </span>
  );
}

function Remove({ cart, item, name }: LineProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`Remove ${lineName(name, item.type)}`}
      onClick={() => cart.removeLine(item)}
    >
      Remove
    </Button>
  );
}
