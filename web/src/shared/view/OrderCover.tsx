import type { Card } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useCovers } from './cardView';

const cover = onDemand(() => import('../covers/Cover'));

/**
 * The thumbnail of an order, or the client's image placeholder, unless the user hides them. Its code loads once the first page
 * is on the screen.
 */
export function OrderCover({ card }: { card: Card }) {
  const Cover = useOnDemand(cover, false)?.default;
  const [covers] = useCovers();
  return Cover && covers === 'on' ? <Cover card={card} /> : null;
}
