import type { DropTarget } from '@/api/generated';
import { placeId } from './dropRules';

/** The droppable of a target: zones for New Order, In Progress and Approved, whole columns otherwise. */
export function placeForTarget(target: DropTarget): string {
  if (target === 'active' || target === 'queue') return placeId('new-order', target);
  if (target === 'in-progress' || target === 'approved') return placeId(target, target);
  return placeId(target);
}
