import type { Card } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { onDemand, useOnDemand } from '@/lib/onDemand';

const cover = onDemand(() => import('./covers/Cover'));

/**
 * The thumbnail of an order, or the client's image placeholder. Its code loads once the first page
 * is on the screen.
 */
export function OrderCover({ card }: { card: Card }) {
  const loaded = useOnDemand(cover, false);
  const placeholder = useSession().theme?.imagePlaceholder;
  if (!loaded) return null;
  if (card.attachments?.length) return <loaded.default card={card} placeholder={placeholder} />;
  return placeholder ? <loaded.Placeholder src={placeholder} /> : null;
}
