import { ActionIcon, Button } from '@mantine/core';
import type { CartItem, CartLine, PricedCart } from '@/api/billing/cart';
import { keyOf, maxQuantity } from '@/shared/cart/cart';
import type { useCart } from '@/shared/cart/useCart';
import { DataTable } from '@/ui/page/DataTable';
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
  return (
    <DataTable
      label="Lines of the cart"
      stackAt={620}
      rows={rowsOf(props)}
      keyOf={({ item }) => keyOf(item)}
      columns={[
        { head: 'Pack', cell: ({ name }) => <span className={classes.name}>{name}</span> },
        { head: 'Bought', cell: ({ item, line }) => (line ? often[item.type] : gone) },
        { head: 'Price', kind: 'number', cell: ({ line }) => line && money(line.price) },
        {
          head: 'Quantity',
          kind: 'number',
          cell: ({ item, line, name }) => (line ? <Quantity cart={cart} item={item} name={name} /> : item.qty),
        },
        { head: 'Amount', kind: 'number', cell: ({ item, line }) => line && money(line.price * item.qty), side: true },
        {
          head: 'Actions',
          kind: 'action',
          cell: ({ item, name }) => <Remove cart={cart} item={item} name={name} />,
          stacked: ({ item, name, line }) => (
            <span className={classes.tools}>
              {line && <Quantity cart={cart} item={item} name={name} />}
              <Remove cart={cart} item={item} name={name} />
            </span>
          ),
        },
      ]}
      rest={({ item, line }) => (line ? `${often[item.type]}, ${money(line.price)} each` : gone)}
    />
  );
}

const gone = <span className={classes.gone}>No longer sold</span>;

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
