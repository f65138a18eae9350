import type { CustomerAccount } from '@/api/people';
import { date } from '@/lib/format/dates';
import { Tag } from '@/ui/content/Tag';

/** Says that the owner has asked for the deletion of the account, and when it happens (D-51). */
export function DeletionBadge({ customer: { state, deletesAt } }: { customer: CustomerAccount }) {
  if (state !== 'deletion-requested') return null;
  return <Tag tone="warning">{deletesAt ? `Deletion on ${date(deletesAt)}` : 'Deletion requested'}</Tag>;
}
