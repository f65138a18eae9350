import type { TourKey } from '@/api/shell';
import type { Viewer } from './pages';
import { account } from './steps/account';
import { billing } from './steps/billing';
import { orders } from './steps/orders';
import { shell } from './steps/shell';
import type { Tour } from './tour';

/** The guided tours (D-62). */
export const definitions: Record<TourKey, Tour> = { ...shell, ...account, ...orders, ...billing };

/** Returns the tour of a user: without the steps that are for others. */
export function tourFor(key: TourKey, viewer: Viewer): Tour {
  const tour = definitions[key];
  return { ...tour, steps: tour.steps.filter((step) => step.for?.(viewer) ?? true) };
}
