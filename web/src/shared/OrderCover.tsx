import type { Card } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';

const cover = onDemand(() => import('./covers/Cover'));

/** The picture of an order, drawn by code that comes once the first page is on screen. */
export function OrderCover({ card }: { card: Card }) {
  const Cover = useOnDemand(cover, false)?.default;
  return Cover && card.attachments?.length ? <Cover card={card} /> : null;
}
