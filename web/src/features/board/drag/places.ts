import type { DropTarget } from '@/api/generated';
import { placeId } from './dropRules';

/** Returns the droppable of a target: zones of New Order and Approved, whole columns otherwise. */
export function placeForTarget(target: DropTarget): string {
  if (target === 'active' || target === 'queue') return placeId('new-order', target);
  if (target === 'approved') return placeId('approved', 'approved');
  return placeId(target);
}
