import type { CartItem, PricedCart } from '@/api/billing/cart';
import { keyOf } from '@/shared/cart/cart';

/** What was shown of a line of the cart. */
export type Seen = { name: string; price: number };

/** By the keys of the lines. */
export type SeenPrices = Readonly<Record<string, Seen>>;

/** Adds the lines that were not shown before, with what they cost. */
export function withNew(seen: SeenPrices, { lines }: Pick<PricedCart, 'lines'>): SeenPrices {
  const fresh = lines.filter((line) => !seen[keyOf(line)]);
  if (fresh.length === 0) return seen;
  return { ...seen, ...Object.fromEntries(fresh.map((line) => [keyOf(line), { name: line.name, price: line.price }])) };
}

export type Change = { key: string; type: CartItem['type']; name: string; before?: number; now?: number };

/** Returns what is different from what was shown, line by line (D-57). Without `now` a pack is no longer sold. */
export function changesOf(seen: SeenPrices, { lines, gone }: Pick<PricedCart, 'lines' | 'gone'>): Change[] {
  const other = lines.flatMap((line): Change[] => {
    const key = keyOf(line);
    const before = seen[key]?.price;
    if (before === undefined || before === line.price) return [];
    return [{ key, type: line.type, name: line.name, before, now: line.price }];
  });
  const ended = gone.flatMap((item): Change[] => {
    const key = keyOf(item);
    const was = seen[key];
    return was ? [{ key, type: item.type, name: was.name, before: was.price }] : [];
  });
  return [...other, ...ended];
}
