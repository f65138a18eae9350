import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useVerifyEmailMutation, type Verification } from '@/api/session/account';
import { apiError } from '@/api/request/envelope';
import { toastFailed } from '../failed';
import { signInOf } from '../link';

/** How long the failure screen shows before the sign-in opens, in ms (SH-135). */
export const redirectMs = 5000;

export type VerificationState = 'loading' | 'verified' | 'expired' | 'failed' | 'known' | 'given';

/** What else the server wants first: the password that the address has, or that it is reset. */
const asked: Record<string, VerificationState> = {
  'login.password_needed': 'known',
  'login.password_given': 'given',
};

/**
 * Sends the verification once, and returns how far it is, and how to send it again with a password. After a failure other than an expired
 * link it opens the sign-in (SH-130..SH-136).
 */
export function useVerification({ token, user, email }: Verification) {
  const [state, setState] = useState<VerificationState>('loading');
  const [call, { isLoading }] = useVerifyEmailMutation();
  const navigate = useNavigate();
  const sent = useRef(false);

  useEffect(() => {
    // StrictMode runs effects twice, but the link works only once.
    if (sent.current) return;
    sent.current = true;
    call({ token, user, email })
      .unwrap()
      .then(() => setState('verified'))
      .catch((error: unknown) => {
        const wanted = asked[apiError(error).reason ?? ''];
        if (wanted) setState(wanted);
        else setState(toastFailed(error).reason === 'token_expired' ? 'expired' : 'failed');
      });
  }, [call, token, user, email]);

  useEffect(() => {
    if (state !== 'failed') return undefined;
    const timer = setTimeout(() => void navigate(signInOf(user), { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [state, user, navigate]);

  const withPassword = (password: string) => {
    call({ token, user, email, password })
      .unwrap()
      .then(() => setState('verified'))
      .catch(toastFailed);
  };
  return { state, busy: isLoading, withPassword };
}
