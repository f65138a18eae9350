import { useNavigate } from 'react-router';
import { baseApi } from '@/api/base';
import { useApiDispatch, useSession } from '@/api/hooks';
import { redirectRemembered, signedIn, signInFailed, signInStarted } from '@/api/session';
import { type SignInKind, useSignInMutation } from '@/api/signin';
import { signInError } from './errors';
import type { Fields } from './validation';

/** Customer home and staff home are both the board (SH-019, D-25). */
const home = '/';

export function useSignIn(kind: SignInKind) {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const { redirectPath } = useSession();
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
      dispatch(redirectRemembered(null));
      await navigate(redirectPath ?? home, { replace: true });
      return null;
    } catch (error) {
      const { shown, stored } = signInError(error);
      dispatch(signInFailed(stored));
      return shown;
    }
  };
  return { submit, isLoading };
}
