import { baseApi } from './base';
import type { NewPassword, PersonKind, Plain } from './generatedAccount';

export type Verification = { token: string; user: PersonKind; email: string };
export type VerificationRequest = { token: string; userType: PersonKind; email: string };

/**
 * The account calls whose path suffix does not come from the session, or only sometimes. The
 * generator does not support that.
 */
const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    forgotPassword: build.mutation<Plain, { email: string }>({
      query: (body) => ({ url: '/c/reset-password', method: 'POST', body }),
    }),
    resetPassword: build.mutation<Plain, NewPassword>({
      query: (body) => ({
        url: body.type === 'user' ? '/d/change-password' : '/c/change-password',
        method: 'POST',
        body,
      }),
    }),
    verifyEmail: build.mutation<Plain, Verification>({
      query: (body) => ({ url: '/c/email-verification', method: 'POST', body }),
    }),
    requestVerification: build.mutation<Plain, VerificationRequest & { signedIn: boolean }>({
      query: ({ signedIn, ...body }) => ({
        url: signedIn ? '/request-email-verification' : '/d/request-email-verification',
        method: 'POST',
        body,
      }),
    }),
  }),
});

export const { useForgotPasswordMutation, useResetPasswordMutation, useVerifyEmailMutation } = accountApi;
export const { useRequestVerificationMutation } = accountApi;
