import { type ApiError, apiError, details } from '@/api/envelope';
import { toast } from '@/ui';

/** Shows whatever a call failed with: the server's own words, else the generic text (SH-003, SH-004, BD-436). */
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

/** Any success shows the title 'Success' with the response's message (BD-443). */
export function toastSuccess(message: string): void {
  toast({ type: 'SUCCESS', title: 'Success', message });
}
