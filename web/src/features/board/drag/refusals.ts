import { onDemand } from '@/lib/onDemand';

/** The sentences about drops that are not possible. Nobody drops anything before the board stands. */
export const refusals = onDemand(() => import('./whyNot'));
