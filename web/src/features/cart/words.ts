import type { CartItemType } from '@/api/billing/cart';

/** How often a pack is bought. */
export const often: Record<CartItemType, string> = { once: 'Once', subscription: 'Each cycle' };

/** Names a line of the cart, since a pack can be in it once and with each cycle. */
export const lineName = (name: string, type: CartItemType): string => `${name}, ${often[type].toLowerCase()}`;
