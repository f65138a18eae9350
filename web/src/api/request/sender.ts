import { onDemand } from '@/lib/onDemand';

/** The code that sends and queues changes. The first page does not need it. */
export const sender = onDemand(() => import('../outbox/outbox'));
