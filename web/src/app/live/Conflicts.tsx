import { useApiSelector } from '@/api/hooks';
import { selectConflict } from '@/api/outbox/outboxState';
import { onDemand, useOnDemand } from '@/lib/onDemand';

const question = onDemand(() => import('./Conflict'));

/** Asks about the changes that met a conflict, one after the other (D-288). */
export function Conflicts() {
  const change = useApiSelector(selectConflict);
  const loaded = useOnDemand(question, change !== undefined);
  return change && loaded ? <loaded.Conflict key={change.key} change={change} /> : null;
}
