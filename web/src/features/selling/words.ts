import type { PlanOffer } from '@/api/billing/billing';
import { plural } from '@/lib/format/text';

/** Returns how long a plan can be tried, empty for not at all. */
export const trialOf = ({ trialDays = 0 }: PlanOffer): string => (trialDays > 0 ? plural(trialDays, 'day') : '');

/** Returns how much of the catalogue a plan is for. */
export const servicesOf = ({ services = [] }: PlanOffer): string =>
  services.length > 0 ? plural(services.length, 'service') : 'All services';

/** Says in which currencies plans are sold, so that bank details suit them. Empty without paid plans. */
export function currencyHint(offers: PlanOffer[]): string {
  const paid = [...new Set(offers.filter(({ price }) => price > 0).map(({ currency }) => currency))].toSorted();
  if (paid.length === 0) return '';
  return `Your plans are in ${paid.join(' and ')}: give an account that takes ${paid.length > 1 ? 'each' : 'it'}.`;
}
