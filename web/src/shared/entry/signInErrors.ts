import { apiError, genericError, storeError } from '@/api/request/envelope';
import type { SessionError } from '@/api/session/session';

export const wrongCredentials = {
  title: 'Incorrect username or password.',
  message: 'The email and password you entered did not match our records. Please double-check and try again.',
};

function statusCode(error: unknown): number | undefined {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('statusCode' in data)) return undefined;
  return typeof data.statusCode === 'number' ? data.statusCode : undefined;
}

/** Returns the error to show and the error to store for a failed sign-in (SH-031..SH-034). */
export function signInError(error: unknown): { shown: SessionError; stored: SessionError } {
  const failure = apiError(error);
  if (failure.name === 'invalid_grant') return { shown: wrongCredentials, stored: wrongCredentials };
  if (failure.reason === 'signin.link_needed') {
    const shown = { title: 'Look into your mail', message: failure.title, hint: true };
    return { shown, stored: shown };
  }
  const custom = failure.title !== genericError.title;
  if (failure.name && custom) {
    const shown = { title: failure.name, message: failure.title };
    return { shown, stored: shown };
  }
  if (statusCode(error) === 400)
    return { shown: genericError, stored: { title: genericError.title, message: storeError } };
  const shown = custom ? { title: failure.title, message: failure.messages.join(' ') } : genericError;
  return { shown, stored: shown };
}
