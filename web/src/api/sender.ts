import { onDemand } from '@/lib/onDemand';

/** What sends and keeps changes; the first page shows without it. */
export const sender = onDemand(() => import('./outbox'));
