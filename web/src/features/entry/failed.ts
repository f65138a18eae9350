import { type ApiError, apiError, details, genericError } from '@/api/request/envelope';
import { toast } from '@/ui';

/**
 * Shows a failure with the server's messages, or with a fixed text when there are none. The spelling
 * of that text is the specified one (SH-126, SH-134).
 */
export function toastFailed(error: unknown): ApiError {
  const failure = apiError(error);
  const told = failure.title !== genericError.title;
  toast({
    type: 'ERROR',
    title: 'Failed',
    message: told ? failure.title : 'Someting went wrong',
    messages: failure.messages,
    details: details(failure),
  });
  return failure;
}
