import { baseApi } from '@/api/base';
import { useApiDispatch } from '@/api/hooks';
import { signedIn, signInFailed, signInStarted } from '@/api/session';
import { type SignInKind, useSignInMutation } from '@/api/signin';
import { signInError } from './errors';
import type { Fields } from './validation';

/** Signs in. The screen then redirects to the right page for the session. */
export function useSignIn(kind: SignInKind) {
  const dispatch = useApiDispatch();
  const [call, { isLoading }] = useSignInMutation();

  const submit = async ({ email, password }: Fields): Promise<{ title: string; message: string } | null> => {
    dispatch(signInStarted());
    try {
      const answer = await call({ kind, username: email.trim(), password }).unwrap();
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
      return null;
    } catch (error) {
      const { shown, stored } = signInError(error);
      dispatch(signInFailed(stored));
      return shown;
    }
  };
  return { submit, isLoading };
}
