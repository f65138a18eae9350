import type { PlanOffer } from '@/api/billing';
import { formatMoney } from '@/lib/money';
import { plural } from '@/lib/text';
import { perTerm } from '@/shared/billing/words';

/** Returns what a plan costs: `€49.00 a month`, `Free`, or `Free, hours billed afterwards`. */
export function priceOf({ price, currency, term, payg }: PlanOffer): string {
  if (price > 0) return `${formatMoney(price, currency)} ${perTerm[term]}`;
  return payg ? 'Free, pay as you go' : 'Free';
}

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
