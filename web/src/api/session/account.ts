import { baseApi } from '../request/base';
import { generatedApi } from '../generated';
import {
  type AccountExport,
  generatedAccountApi,
  type Joining,
  type PersonKind,
  type Plain,
} from '../generated/account';
import { onLive } from '../live/live';

export type {
  AccessToken,
  AccountExport,
  Company,
  Factor,
  Factors,
  NewApp,
  OpenSession,
  ProfileChange,
  TokenScope,
} from '../generated/account';

type NewPassword = Required<Omit<Joining, 'password'>>;
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
    verifyEmail: build.mutation<Plain, Verification & { password?: string }>({
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

/**
 * The calls about the caller's own account. A saved form shows its values at once, because reading
 * them back takes until the server has stored them everywhere.
 */
const ownApi = generatedAccountApi.enhanceEndpoints({
  endpoints: {
    setUp: { invalidatesTags: (answer) => (answer ? ['Profile'] : []) }, // its brand has the name now
    company: { providesTags: ['Company'] },
    sessions: { providesTags: ['Sessions'] },
    saveProfile: {
      invalidatesTags: ['Profile', 'NotificationSettings', 'BusinessHours'],
      async onQueryStarted({ profileChange: { timeZone, ...change } }, { dispatch, queryFulfilled }) {
        if (!(await queryFulfilled.catch(() => null))) return;
        dispatch(
          generatedApi.util.updateQueryData('profile', undefined, ({ data }) => {
            Object.assign(data, change, { timeZone: { label: timeZone } });
          }),
        );
      },
    },
    saveCompany: {
      invalidatesTags: ['Company', 'Profile'],
      async onQueryStarted({ company }, { dispatch, queryFulfilled }) {
        if (!(await queryFulfilled.catch(() => null))) return;
        dispatch(
          generatedAccountApi.util.updateQueryData('company', undefined, (answer) => {
            answer.data = company;
          }),
        );
      },
    },
    factors: { providesTags: ['Factors'] },
    confirmApp: { invalidatesTags: ['Factors'] },
    confirmPasskey: { invalidatesTags: ['Factors'] },
    removeFactor: { invalidatesTags: ['Factors'] },
    renewRecoveryCodes: { invalidatesTags: ['Factors'] },
    // What ends the sessions of the user ends their tokens.
    accessTokens: { providesTags: ['Sessions'] },
    createAccessToken: { invalidatesTags: ['Sessions'] },
    revokeAccessToken: { invalidatesTags: ['Sessions'] },
    // The orders of an account that is about to be deleted are frozen.
    requestDeletion: { invalidatesTags: ['Profile', 'Orders', 'Board', 'Order'] },
    takeBackDeletion: { invalidatesTags: ['Profile', 'Orders', 'Board', 'Order'] },
    changePassword: { invalidatesTags: ['Sessions'] },
    confirmEmail: { invalidatesTags: (answer) => (answer ? ['Profile'] : []) },
    accountExport: {
      // Live messages say how far the export is, in the form of the answer.
      async onCacheEntryAdded(_args, { updateCachedData, cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        if (!loaded) return;
        const stop = onLive(({ event, data }) => {
          if (event !== 'account-export') return;
          updateCachedData((answer) => {
            answer.data = data as AccountExport;
          });
        });
        await cacheEntryRemoved;
        stop();
      },
    },
    requestAccountExport: {
      async onQueryStarted(_args, { dispatch, queryFulfilled }) {
        const asked = await queryFulfilled.catch(() => null);
        if (!asked) return;
        dispatch(
          generatedAccountApi.util.updateQueryData('accountExport', undefined, (answer) => {
            answer.data = asked.data.data;
          }),
        );
      },
    },
    saveAvatar: { invalidatesTags: ['Profile'] },
    removeAvatar: { invalidatesTags: ['Profile'] },
    endSession: { invalidatesTags: ['Sessions'] },
    endOtherSessions: { invalidatesTags: ['Sessions'] },
  },
});

/** The saved settings show at once too. Their tags are set where the first page needs them. */
const settingsApi = generatedApi.enhanceEndpoints({
  endpoints: {
    saveNotificationSettings: {
      async onQueryStarted(_args, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        dispatch(
          generatedApi.util.updateQueryData('notificationSettings', undefined, (answer) => {
            answer.data = saved.data.data;
          }),
        );
      },
    },
  },
});

export const { useSaveNotificationSettingsMutation } = settingsApi;
export const {
  useCompanyQuery,
  useSaveCompanyMutation,
  useSaveProfileMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useConfirmEmailMutation,
  useAccountExportQuery,
  useRequestAccountExportMutation,
  useSaveAvatarMutation,
  useRemoveAvatarMutation,
  useSetUpMutation,
  useFactorsQuery,
  useBeginAppMutation,
  useConfirmAppMutation,
  useBeginPasskeyMutation,
  useConfirmPasskeyMutation,
  useRemoveFactorMutation,
  useRenewRecoveryCodesMutation,
  useAccessTokensQuery,
  useCreateAccessTokenMutation,
  useRevokeAccessTokenMutation,
  useRequestDeletionMutation,
  useTakeBackDeletionMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useResendVerificationMutation,
} = ownApi;
