import { baseApi as api } from "./base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    setupState: build.query<SetupStateApiResponse, SetupStateApiArg>({
      query: () => ({ url: `/setup` }),
    }),
    setUp: build.mutation<SetUpApiResponse, SetUpApiArg>({
      query: (queryArg) => ({
        url: `/setup`,
        method: "POST",
        body: queryArg.setup,
      }),
    }),
    acceptInvitation: build.mutation<
      AcceptInvitationApiResponse,
      AcceptInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/accept-invitation`,
        method: "POST",
        body: queryArg.newPassword,
      }),
    }),
    resendVerification: build.mutation<
      ResendVerificationApiResponse,
      ResendVerificationApiArg
    >({
      query: () => ({
        url: `/profile/resend-email-verification`,
        method: "PUT",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAccountApi };
export type SetupStateApiResponse =
  /** status 200 Whether this installation waits for its first admin */ SetupAnswer;
export type SetupStateApiArg = void;
export type SetUpApiResponse =
  /** status 200 The installation is set up */ Plain;
export type SetUpApiArg = {
  setup: Setup;
};
export type AcceptInvitationApiResponse =
  /** status 200 The person has joined and can sign in */ Plain;
export type AcceptInvitationApiArg = {
  newPassword: NewPassword;
};
export type ResendVerificationApiResponse =
  /** status 200 The mail is on its way */ Plain;
export type ResendVerificationApiArg = void;
export type SetupState = {
  /** no admin has ever existed */
  needed: boolean;
};
export type SetupAnswer = {
  success: boolean;
  data: SetupState;
};
export type RefusedError = {
  /** stable, for instance order.move_not_allowed */
  reason: string;
  /** the OAuth2 name on the token calls */
  name?: string;
  requestId?: string;
};
export type ActionName =
  | "published"
  | "draft"
  | "queue"
  | "ready-to-go"
  | "on-hold"
  | "resume"
  | "cancelled"
  | "restore"
  | "gr-revision"
  | "freeze"
  | "unfreeze"
  | "archive"
  | "delete"
  | "duplicate";
export type Way = {
  via: "board" | "status" | "review" | "action";
  action?: ActionName;
  /** of its button */
  label: string;
  /** the roles that have it */
  roles: string[];
  /** to the caller now */
  open: boolean;
};
export type Refusal = {
  rule: string;
  from?: string;
  to?: string;
  role: string;
  /** the targets this role has now */
  allowed: string[];
  /** the roles that could do it */
  allowedRoles: string[];
  /** other ways to the same end; absent for none */
  ways?: Way[];
};
export type RefusedData = {
  refusal?: Refusal;
};
export type Refused = {
  success: boolean;
  message: string;
  messages: string[];
  error: RefusedError;
  /** the session has ended; sign in again */
  reauth?: boolean;
  data?: RefusedData;
};
export type Plain = {
  success: boolean;
  message: string;
};
export type OpenHours = {
  opens: number;
  closes: number;
};
export type Setup = {
  token: string;
  productName: string;
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  timeZone: string;
  /** Business hours from Sunday to Saturday */
  days: OpenHours[];
};
export type PersonKind = "customer" | "user";
export type NewPassword = {
  token: string;
  type: PersonKind;
  email: string;
  newPassword: string;
  reNewPassword: string;
};
export const {
  useSetupStateQuery,
  useSetUpMutation,
  useAcceptInvitationMutation,
  useResendVerificationMutation,
} = injectedRtkApi;
