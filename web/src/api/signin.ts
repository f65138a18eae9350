import { baseApi } from './base';
import type { TokenAnswer } from './generated';

export type SignInKind = 'customer' | 'desk';
export type SignIn = { kind: SignInKind; username: string; password: string };

/**
 * The token calls send a form and the public client's credential (SH-027, SH-028, D-23), which the
 * generator does not support.
 */
const signInApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<TokenAnswer, SignIn>({
      query: ({ kind, username, password }) => ({
        url: kind === 'customer' ? '/c/token' : '/d/token',
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(kind === 'customer' ? 'web-customer:' : 'web-desk:')}` },
        body: new URLSearchParams({ grant_type: 'password', username, password }),
      }),
    }),
  }),
});

export const { useSignInMutation } = signInApi;
export const { signIn } = signInApi.endpoints;
