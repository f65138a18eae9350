import { apiError, details, sentence } from '@/api/request/envelope';
import type { ActionName } from '@/api/generated';
import { statusLabel } from '@/lib/format/status';
import { askReason, toast } from '@/ui';
import { actionWords } from './actions';

/** The fields that identify an order to users. */
export type OrderRef = { id: string; orderId: string; orderName: string };

/**
 * Shows why a move failed and what is possible instead, as a warning titled 'Failed!' (BD-442,
 * BY-035).
 */
export function toastRefused(error: unknown): string {
  const failure = apiError(error);
  const message = sentence(failure);
  const allowed = failure.refusal?.allowed ?? [];
  toast({
    type: 'WARNING',
    title: 'Failed!',
    message,
    messages: allowed.length > 0 ? [`Possible now: ${allowed.map(labelOf).join(', ')}.`] : [],
    details: details(failure),
  });
  return message;
}

function labelOf(name: string): string {
  return name in actionWords && name !== 'on-hold' && name !== 'queue'
    ? actionWords[name as ActionName].label
    : statusLabel(name);
}

export function askHoldReason({ orderId, orderName }: OrderRef): Promise<string | null> {
  return askReason({
    title: 'Hold Order',
    message: `${orderId} ${orderName}: ${actionWords['on-hold'].reason ?? ''}`,
  });
}
