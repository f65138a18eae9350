import { baseApi } from '../request/base';
import type { TokenAnswer } from '../generated';
import type { SecondStep, SecondStepAnswer } from '../generated/account';

export type SignInKind = 'customer' | 'desk';
export type SignIn = { kind: SignInKind; username: string; password: string };

export type { SecondStep };

/** The answer to the token of an impersonation (SH-141). */
type Impersonated = { data: Pick<TokenAnswer, 'client' | 'accessToken' | 'accessTokenExpiresAt' | 'user'> };

/** Reports whether a sign-in needs one more step: a second factor, or the choice of an account. */
export const needsSecondStep = (answer: TokenAnswer | SecondStepAnswer): answer is SecondStepAnswer => 'data' in answer;

/**
 * The token calls send a form and the public client's credential (SH-027, SH-028, D-23), which the
 * generator does not support. An impersonation sends the token of its link (SH-141).
 */
const signInApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<TokenAnswer | SecondStepAnswer, SignIn>({
      query: ({ kind, username, password }) => ({
        url: kind === 'customer' ? '/c/token' : '/d/token',
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(kind === 'customer' ? 'web-customer:' : 'web-desk:')}` },
        body: new URLSearchParams({ grant_type: 'password', username, password }),
      }),
    }),
    validateImpersonation: build.mutation<Impersonated, string>({
      query: (token) => ({
        url: '/c/validate-impersonate-token',
        headers: { Authorization: `Bearer ${token}` },
      }),
    }),
  }),
});

export const { useSignInMutation, useValidateImpersonationMutation } = signInApi;
export const { signIn } = signInApi.endpoints;
