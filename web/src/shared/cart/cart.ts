import type { CartItem, CartItemType } from '@/api/generated/billing';

/** The limits of the contract. */
export const maxQuantity = 100;
export const maxLines = 50;

/** What a line of a cart is known by: one pack can be in it once, and with each cycle. */
export type Wanted = Pick<CartItem, 'id' | 'type'>;

export const keyOf = ({ id, type }: Wanted): string => `${type} ${id}`;

const isSame = (one: Wanted, other: Wanted): boolean => keyOf(one) === keyOf(other);

const types: readonly string[] = ['once', 'subscription'] satisfies CartItemType[];

function isItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false;
  const { id, qty, type } = value as Partial<Record<keyof CartItem, unknown>>;
  return typeof id === 'string' && typeof type === 'string' && types.includes(type) && Number.isInteger(qty);
}

/** Returns the items of a stored cart. What another version of the app stored, or somebody changed, is left out. */
export function itemsOf(stored: unknown): CartItem[] {
  if (!Array.isArray(stored)) return [];
  const items = stored.filter(isItem).filter(({ qty }) => qty >= 1 && qty <= maxQuantity);
  return items
    .filter((item, at) => items.findIndex((other) => isSame(item, other)) === at)
    .slice(0, maxLines)
    .map(({ id, qty, type }) => ({ id, qty, type }));
}

/** Adds one of a pack. A cart that has no room for it stays as it is. */
export function add(items: CartItem[], { id, type }: Wanted): CartItem[] {
  const there = items.find((item) => isSame(item, { id, type }));
  if (!there) return items.length < maxLines ? [...items, { id, qty: 1, type }] : items;
  if (there.qty >= maxQuantity) return items;
  return items.map((item) => (item === there ? { ...item, qty: item.qty + 1 } : item));
}

/** Takes one of a pack out. Its line goes with the last one. */
export function takeOne(items: CartItem[], wanted: Wanted): CartItem[] {
  return items.flatMap((item) => {
    if (!isSame(item, wanted)) return [item];
    return item.qty > 1 ? [{ ...item, qty: item.qty - 1 }] : [];
  });
}

/** Takes a whole line out. */
export function removeLine(items: CartItem[], wanted: Wanted): CartItem[] {
  return items.filter((item) => !isSame(item, wanted));
}

/** Returns how many packs are in a cart. */
export const countOf = (items: CartItem[]): number => items.reduce((sum, { qty }) => sum + qty, 0);
