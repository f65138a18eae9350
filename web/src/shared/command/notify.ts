import { type ApiError, apiError, details } from '@/api/request/envelope';
import { toast } from '@/ui';

/**
 * Shows the error of any call: the server's message, or else the generic text (SH-003, SH-004,
 * BD-436).
 */
export function toastError(error: unknown): ApiError {
  const failure = apiError(error);
  toast({
    type: 'ERROR',
    title: failure.title,
    message: failure.message,
    messages: failure.messages.filter((line) => line !== failure.message),
    details: details(failure),
  });
  return failure;
}

/** Shows a success with the title 'Success' and the response's message (BD-443). */
export function toastSuccess(message: string): void {
  toast({ type: 'SUCCESS', title: 'Success', message });
}
