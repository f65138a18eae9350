import { useState } from 'react';
import { baseApi } from '@/api/request/base';
import type { TokenAnswer } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { type SessionError, signedIn, signInFailed, signInPaused, signInStarted } from '@/api/session/session';
import { needsSecondStep, type SecondStep, type SignInKind, useSignInMutation } from '@/api/session/signin';
import { signInError } from './signInErrors';

type Credentials = { email: string; password: string };

/**
 * Signs in. The screen then redirects to the right page for the session. `step` is set while the
 * sign-in waits for a second factor or the choice of an account.
 */
export function useSignIn(kind: SignInKind) {
  const dispatch = useApiDispatch();
  const [call, { isLoading }] = useSignInMutation();
  const [step, setStep] = useState<SecondStep | null>(null);

  const enter = (answer: TokenAnswer) => {
    dispatch(baseApi.util.resetApiState());
    dispatch(
      signedIn({
        token: answer.accessToken,
        expirationDate: answer.accessTokenExpiresAt,
        userId: answer.user.id,
        role: answer.user.role,
        clientId: answer.client.id,
      }),
    );
  };

  const submit = async ({ email, password }: Credentials): Promise<SessionError | null> => {
    dispatch(signInStarted());
    try {
      const answer = await call({ kind, username: email.trim(), password }).unwrap();
      if (needsSecondStep(answer)) {
        dispatch(signInPaused());
        setStep(answer.data);
      } else {
        enter(answer);
      }
      return null;
    } catch (error) {
      const { shown, stored } = signInError(error);
      dispatch(signInFailed(stored));
      return shown;
    }
  };
  return { submit, isLoading, step, enter, setStep };
}
