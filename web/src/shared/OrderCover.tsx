import type { Card } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';

const cover = onDemand(() => import('./covers/Cover'));

/**
 * The thumbnail of an order, or the client's image placeholder. Its code loads once the first page
 * is on the screen.
 */
export function OrderCover({ card }: { card: Card }) {
  const Cover = useOnDemand(cover, false)?.default;
  return Cover ? <Cover card={card} /> : null;
}
