import { baseApi as api } from "../request/base";
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
    knowBrowser: build.mutation<KnowBrowserApiResponse, KnowBrowserApiArg>({
      query: (queryArg) => ({
        url: `/known-browser`,
        method: "POST",
        body: queryArg.browserLink,
      }),
    }),
    acceptInvitation: build.mutation<
      AcceptInvitationApiResponse,
      AcceptInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/accept-invitation`,
        method: "POST",
        body: queryArg.joining,
      }),
    }),
    signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
      query: (queryArg) => ({
        url: `/signup`,
        method: "POST",
        body: queryArg.signUp,
      }),
    }),
    confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>({
      query: (queryArg) => ({
        url: `/change-email`,
        method: "POST",
        body: queryArg.emailConfirmation,
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
    saveProfile: build.mutation<SaveProfileApiResponse, SaveProfileApiArg>({
      query: (queryArg) => ({
        url: `/profile`,
        method: "PUT",
        body: queryArg.profileChange,
      }),
    }),
    changeEmail: build.mutation<ChangeEmailApiResponse, ChangeEmailApiArg>({
      query: (queryArg) => ({
        url: `/profile/email`,
        method: "PUT",
        body: queryArg.emailChange,
      }),
    }),
    accountExport: build.query<AccountExportApiResponse, AccountExportApiArg>({
      query: () => ({ url: `/profile/export` }),
    }),
    requestAccountExport: build.mutation<
      RequestAccountExportApiResponse,
      RequestAccountExportApiArg
    >({
      query: () => ({ url: `/profile/export`, method: "POST" }),
    }),
    company: build.query<CompanyApiResponse, CompanyApiArg>({
      query: () => ({ url: `/profile/company` }),
    }),
    saveCompany: build.mutation<SaveCompanyApiResponse, SaveCompanyApiArg>({
      query: (queryArg) => ({
        url: `/profile/company`,
        method: "PUT",
        body: queryArg.company,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/password`,
        method: "PUT",
        body: queryArg.passwordChange,
      }),
    }),
    saveAvatar: build.mutation<SaveAvatarApiResponse, SaveAvatarApiArg>({
      query: (queryArg) => ({
        url: `/profile/avatar`,
        method: "PUT",
        body: queryArg.avatarUpload,
      }),
    }),
    removeAvatar: build.mutation<RemoveAvatarApiResponse, RemoveAvatarApiArg>({
      query: () => ({ url: `/profile/avatar`, method: "DELETE" }),
    }),
    takeSecondFactor: build.mutation<
      TakeSecondFactorApiResponse,
      TakeSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/second-factor`,
        method: "POST",
        body: queryArg.secondFactor,
      }),
    }),
    chooseAccount: build.mutation<
      ChooseAccountApiResponse,
      ChooseAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/choose-account`,
        method: "POST",
        body: queryArg.accountChoice,
      }),
    }),
    checkLink: build.mutation<CheckLinkApiResponse, CheckLinkApiArg>({
      query: (queryArg) => ({
        url: `/check-link`,
        method: "POST",
        body: queryArg.linkCheck,
      }),
    }),
    securityLog: build.query<SecurityLogApiResponse, SecurityLogApiArg>({
      query: (queryArg) => ({
        url: `/profile/security-log`,
        params: {
          person: queryArg.person,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    askStepUp: build.mutation<AskStepUpApiResponse, AskStepUpApiArg>({
      query: () => ({ url: `/profile/step-up/begin`, method: "POST" }),
    }),
    stepUp: build.mutation<StepUpApiResponse, StepUpApiArg>({
      query: (queryArg) => ({
        url: `/profile/step-up`,
        method: "POST",
        body: queryArg.secondFactor,
      }),
    }),
    factors: build.query<FactorsApiResponse, FactorsApiArg>({
      query: () => ({ url: `/profile/factors` }),
    }),
    beginApp: build.mutation<BeginAppApiResponse, BeginAppApiArg>({
      query: (queryArg) => ({
        url: `/profile/factors/app`,
        method: "POST",
        body: queryArg.passwordProof,
      }),
    }),
    confirmApp: build.mutation<ConfirmAppApiResponse, ConfirmAppApiArg>({
      query: (queryArg) => ({
        url: `/profile/factors/app/${encodeURIComponent(String(queryArg.factorId))}`,
        method: "POST",
        body: queryArg.appProof,
      }),
    }),
    beginPasskey: build.mutation<BeginPasskeyApiResponse, BeginPasskeyApiArg>({
      query: (queryArg) => ({
        url: `/profile/factors/passkey`,
        method: "POST",
        body: queryArg.passwordProof,
      }),
    }),
    confirmPasskey: build.mutation<
      ConfirmPasskeyApiResponse,
      ConfirmPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/factors/passkey/${encodeURIComponent(String(queryArg.factorId))}`,
        method: "POST",
        body: queryArg.passkeyProof,
      }),
    }),
    removeFactor: build.mutation<RemoveFactorApiResponse, RemoveFactorApiArg>({
      query: (queryArg) => ({
        url: `/profile/factors/${encodeURIComponent(String(queryArg.factorId))}/remove`,
        method: "POST",
        body: queryArg.passwordProof,
      }),
    }),
    renewRecoveryCodes: build.mutation<
      RenewRecoveryCodesApiResponse,
      RenewRecoveryCodesApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/recovery-codes`,
        method: "POST",
        body: queryArg.passwordProof,
      }),
    }),
    accessTokens: build.query<AccessTokensApiResponse, AccessTokensApiArg>({
      query: () => ({ url: `/profile/tokens` }),
    }),
    createAccessToken: build.mutation<
      CreateAccessTokenApiResponse,
      CreateAccessTokenApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/tokens`,
        method: "POST",
        body: queryArg.newAccessToken,
      }),
    }),
    revokeAccessToken: build.mutation<
      RevokeAccessTokenApiResponse,
      RevokeAccessTokenApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/tokens/${encodeURIComponent(String(queryArg.tokenId))}`,
        method: "DELETE",
      }),
    }),
    requestDeletion: build.mutation<
      RequestDeletionApiResponse,
      RequestDeletionApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/deletion`,
        method: "POST",
        body: queryArg.deletionRequest,
      }),
    }),
    takeBackDeletion: build.mutation<
      TakeBackDeletionApiResponse,
      TakeBackDeletionApiArg
    >({
      query: () => ({ url: `/profile/deletion`, method: "DELETE" }),
    }),
    ownAccounts: build.query<OwnAccountsApiResponse, OwnAccountsApiArg>({
      query: () => ({ url: `/profile/accounts` }),
    }),
    switchAccount: build.mutation<
      SwitchAccountApiResponse,
      SwitchAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/profile/accounts/${encodeURIComponent(String(queryArg.accountId))}`,
        method: "POST",
      }),
    }),
    sessions: build.query<SessionsApiResponse, SessionsApiArg>({
      query: () => ({ url: `/profile/sessions` }),
    }),
    endOtherSessions: build.mutation<
      EndOtherSessionsApiResponse,
      EndOtherSessionsApiArg
    >({
      query: () => ({ url: `/profile/sessions`, method: "DELETE" }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/profile/sessions/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "DELETE",
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
export type KnowBrowserApiResponse =
  /** status 200 The browser is known */ Plain;
export type KnowBrowserApiArg = {
  browserLink: BrowserLink;
};
export type AcceptInvitationApiResponse =
  /** status 200 The person has joined and can sign in */ Plain;
export type AcceptInvitationApiArg = {
  joining: Joining;
};
export type SignUpApiResponse = /** status 200 A mail is on its way */ Plain;
export type SignUpApiArg = {
  signUp: SignUp;
};
export type ConfirmEmailApiResponse =
  /** status 200 The address is changed */ Plain;
export type ConfirmEmailApiArg = {
  emailConfirmation: EmailConfirmation;
};
export type ResendVerificationApiResponse =
  /** status 200 The mail is on its way */ Plain;
export type ResendVerificationApiArg = void;
export type SaveProfileApiResponse = /** status 200 Done */ Plain;
export type SaveProfileApiArg = {
  profileChange: ProfileChange;
};
export type ChangeEmailApiResponse = /** status 200 Done */ Plain;
export type ChangeEmailApiArg = {
  emailChange: EmailChange;
};
export type AccountExportApiResponse =
  /** status 200 The export */ AccountExportAnswer;
export type AccountExportApiArg = void;
export type RequestAccountExportApiResponse =
  /** status 200 The export */ AccountExportAnswer;
export type RequestAccountExportApiArg = void;
export type CompanyApiResponse = /** status 200 The company */ CompanyAnswer;
export type CompanyApiArg = void;
export type SaveCompanyApiResponse = /** status 200 Done */ Plain;
export type SaveCompanyApiArg = {
  company: Company;
};
export type ChangePasswordApiResponse = /** status 200 Done */ Plain;
export type ChangePasswordApiArg = {
  passwordChange: PasswordChange;
};
export type SaveAvatarApiResponse = /** status 200 Done */ Plain;
export type SaveAvatarApiArg = {
  avatarUpload: AvatarUpload;
};
export type RemoveAvatarApiResponse = /** status 200 Done */ Plain;
export type RemoveAvatarApiArg = void;
export type TakeSecondFactorApiResponse =
  | /** status 200 Signed in */ TokenAnswer
  | /** status 202 The factor is right; the next step is /choose-account */ SecondStepAnswer;
export type TakeSecondFactorApiArg = {
  secondFactor: SecondFactor;
};
export type ChooseAccountApiResponse = /** status 200 Signed in */ TokenAnswer;
export type ChooseAccountApiArg = {
  accountChoice: AccountChoice;
};
export type CheckLinkApiResponse =
  /** status 200 The link works */ LinkStateAnswer;
export type CheckLinkApiArg = {
  linkCheck: LinkCheck;
};
export type SecurityLogApiResponse =
  /** status 200 A page of events */ SecurityEventsAnswer;
export type SecurityLogApiArg = {
  /** to whom it was done; for owners */
  person?: string;
  /** next of the page before */
  before?: number;
  limit?: number;
};
export type AskStepUpApiResponse =
  /** status 200 The ways in which the caller can give it */ SecondStepAnswer;
export type AskStepUpApiArg = void;
export type StepUpApiResponse =
  /** status 200 The factor counts for the next 10 minutes of this session */ Plain;
export type StepUpApiArg = {
  secondFactor: SecondFactor;
};
export type FactorsApiResponse =
  /** status 200 The second factors */ FactorsAnswer;
export type FactorsApiArg = void;
export type BeginAppApiResponse =
  /** status 200 What the app needs to know, shown this once */ NewAppAnswer;
export type BeginAppApiArg = {
  passwordProof: PasswordProof;
};
export type ConfirmAppApiResponse =
  /** status 200 Done; recovery codes are shown this once */ FactorAddedAnswer;
export type ConfirmAppApiArg = {
  factorId: string;
  appProof: AppProof;
};
export type BeginPasskeyApiResponse =
  /** status 200 What the browser needs to make the passkey */ NewPasskeyAnswer;
export type BeginPasskeyApiArg = {
  passwordProof: PasswordProof;
};
export type ConfirmPasskeyApiResponse =
  /** status 200 Done; recovery codes are shown this once */ FactorAddedAnswer;
export type ConfirmPasskeyApiArg = {
  factorId: string;
  passkeyProof: PasskeyProof;
};
export type RemoveFactorApiResponse = /** status 200 Done */ Plain;
export type RemoveFactorApiArg = {
  factorId: string;
  passwordProof: PasswordProof;
};
export type RenewRecoveryCodesApiResponse =
  /** status 200 Done; recovery codes are shown this once */ FactorAddedAnswer;
export type RenewRecoveryCodesApiArg = {
  passwordProof: PasswordProof;
};
export type AccessTokensApiResponse =
  /** status 200 The access tokens, the newest first */ AccessTokensAnswer;
export type AccessTokensApiArg = void;
export type CreateAccessTokenApiResponse =
  /** status 200 The token, shown this once */ AccessTokenAnswer;
export type CreateAccessTokenApiArg = {
  newAccessToken: NewAccessToken;
};
export type RevokeAccessTokenApiResponse = /** status 200 Done */ Plain;
export type RevokeAccessTokenApiArg = {
  tokenId: string;
};
export type RequestDeletionApiResponse = /** status 200 Done */ Plain;
export type RequestDeletionApiArg = {
  deletionRequest: DeletionRequest;
};
export type TakeBackDeletionApiResponse = /** status 200 Done */ Plain;
export type TakeBackDeletionApiArg = void;
export type OwnAccountsApiResponse =
  /** status 200 The accounts, that of the session among them */ SignInAccountsAnswer;
export type OwnAccountsApiArg = void;
export type SwitchAccountApiResponse = /** status 200 Signed in */ TokenAnswer;
export type SwitchAccountApiArg = {
  accountId: string;
};
export type SessionsApiResponse =
  /** status 200 The sessions, the newest first */ SessionsAnswer;
export type SessionsApiArg = void;
export type EndOtherSessionsApiResponse = /** status 200 Done */ Plain;
export type EndOtherSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200 Done */ Plain;
export type EndSessionApiArg = {
  sessionId: string;
};
export type Success = boolean;
export type SetupState = {
  /** no admin has ever existed */
  needed: boolean;
};
export type SetupAnswer = {
  success: Success;
  data: SetupState;
};
export type RefusedError = {
  /** stable, for instance order.move_not_allowed */
  reason: string;
  /** the OAuth2 name on the token calls */
  name?: string;
  requestId?: string;
  /** the scope that the access token lacks */
  tokenScope?: string;
  /** the scope of the X-CSRF-Token that the call needs */
  csrfScope?: string;
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
export type Person = {
  id: string;
  name: string;
  avatar: string;
  role?: string;
};
export type Status =
  | "draft"
  | "queue"
  | "ready-to-go"
  | "in-progress"
  | "gr-revision"
  | "in-review"
  | "on-hold"
  | "approved"
  | "completed"
  | "cancelled";
export type Meanwhile = {
  by?: Person;
  /** the last thing that was done, in words after the name in by, which is absent for the product itself */
  what: string;
  status?: Status;
  at: string;
  /** send this as expectedVersion to do it all the same */
  version: number;
  /** whether the state of the order, or a version or a decision of the file was changed; details do not count */
  decisive: boolean;
};
export type RefusedData = {
  refusal?: Refusal;
  meanwhile?: Meanwhile;
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
  success: Success;
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
  /** a PNG, JPEG or GIF of at most 1 MB */
  logo?: string;
  /** phone numbers may begin with + and have 7 to 15 digits */
  internationalPhones?: boolean;
};
export type PersonKind = "customer" | "user";
export type BrowserLink = {
  token: string;
  type: PersonKind;
  email: string;
};
export type Joining = {
  token: string;
  type: PersonKind;
  email: string;
  /** absent if the person has one for this address already */
  newPassword?: string;
  reNewPassword?: string;
  /** the one that the person has for this address already, from another account */
  password?: string;
};
export type SignUp = {
  company: string;
  firstname: string;
  lastname: string;
  emailAddress: string;
  password: string;
  timeZone: string;
};
export type EmailConfirmation = {
  token: string;
  /** the new address */
  email: string;
};
export type ProfileChange = {
  firstname: string;
  lastname: string;
  /** empty, or besides dashes, underscores and spaces 11 digits, or + and 7 to 15 digits where the profile says internationalPhones */
  phone: string;
  jobTitle: string;
  timeZone: string;
};
export type EmailChange = {
  emailAddress: string;
  /** the caller's password */
  password: string;
};
export type AccountExport = {
  state: "none" | "waiting" | "ready" | "failed";
  requestedAt?: string;
  /** orders of the account */
  orders?: number;
  /** orders that are written so far */
  written?: number;
  fileName?: string;
  /** bytes */
  fileSize?: number;
  /** where the zip is downloaded, for a short time */
  link?: string;
  /** when the zip is removed */
  expiresAt?: string;
};
export type AccountExportAnswer = {
  success: Success;
  message: string;
  data: AccountExport;
};
export type Company = {
  name: string;
  address: string;
  /** ISO 3166 code of two letters, empty for none */
  country: string;
  /** who to ask for */
  contact: string;
};
export type CompanyAnswer = {
  success: Success;
  data: Company;
};
export type PasswordChange = {
  password: string;
  newPassword: string;
  reNewPassword: string;
};
export type AvatarUpload = {
  /** a JPEG or PNG */
  image: string;
};
export type Role =
  | "owner"
  | "staff"
  | "operator"
  | "manager"
  | "creative_manager"
  | "production_manager"
  | "cso"
  | "guest"
  | "admin";
export type TokenAnswerUser = {
  id: string;
  role: Role;
};
export type TokenAnswerClient = {
  /** admin, customer, or the id of a white-label client */
  id: string;
};
export type TokenAnswer = {
  success: Success;
  accessToken: string;
  accessTokenExpiresAt: string;
  user: TokenAnswerUser;
  client: TokenAnswerClient;
};
export type SignInAccount = {
  /** the person in this account */
  id: string;
  /** of the account */
  name: string;
  /** the name of the client to whom the account belongs, empty if the account is the client */
  client: string;
  role: Role;
  roleLabel: string;
  /** the session is in this account */
  current: boolean;
};
export type SecondStep = {
  token: string;
  /** a code of an authenticator app works */
  codes: boolean;
  /** a recovery code works */
  recovery: boolean;
  /** JSON of the options for a passkey, absent if none works here */
  passkey?: string;
  /** those to choose from with /choose-account, absent before the second factor */
  accounts?: SignInAccount[];
};
export type SecondStepAnswer = {
  success: Success;
  message: string;
  data: SecondStep;
};
export type SecondFactor = {
  token: string;
  /** six digits, perhaps with spaces between them */
  code?: string;
  recoveryCode?: string;
  /** JSON of the answer of the browser */
  passkey?: string;
};
export type AccountChoice = {
  token: string;
  accountId: string;
};
export type LinkState = {
  /** its name, empty for the set-up */
  account: string;
  /** whether the person has a password for this address already */
  hasPassword: boolean;
  /** somebody else chose that password, so it has to be reset first */
  mustReset: boolean;
};
export type LinkStateAnswer = {
  success: Success;
  data: LinkState;
};
export type LinkCheck = {
  purpose: "setup" | "invitation" | "reset";
  token: string;
  type?: PersonKind;
  /** to whom the link was sent, absent for that of the set-up */
  email?: string;
};
export type SecurityEvent = {
  position: number;
  at: string;
  type: string;
  /** what the event means */
  words: string;
  detail: string;
  actor?: Person;
  impersonator?: Person;
  person?: Person;
};
export type SecurityEvents = {
  events: SecurityEvent[];
  /** absent on the last page */
  next?: number;
};
export type SecurityEventsAnswer = {
  success: Success;
  data: SecurityEvents;
};
export type Factor = {
  id: string;
  kind: "totp" | "passkey";
  name: string;
  createdAt: string;
  usedAt?: string;
};
export type Factors = {
  factors: Factor[];
  /** that are left */
  recoveryCodes: number;
  /** the last one cannot be removed */
  required: boolean;
};
export type FactorsAnswer = {
  success: Success;
  data: Factors;
};
export type NewApp = {
  id: string;
  secret: string;
  uri: string;
  /** the uri as a QR code, a PNG */
  image: string;
};
export type NewAppAnswer = {
  success: Success;
  data: NewApp;
};
export type PasswordProof = {
  /** the current one */
  password: string;
};
export type FactorAdded = {
  /** empty unless they are new */
  recoveryCodes: string[];
};
export type FactorAddedAnswer = {
  success: Success;
  message: string;
  data: FactorAdded;
};
export type AppProof = {
  /** six digits, perhaps with spaces between them */
  code: string;
  name: string;
};
export type NewPasskey = {
  id: string;
  /** JSON of the options, as the browser parses them */
  options: string;
};
export type NewPasskeyAnswer = {
  success: Success;
  data: NewPasskey;
};
export type PasskeyProof = {
  /** JSON of the answer of the browser */
  answer: string;
  name: string;
};
export type TokenScope =
  | "orders:read"
  | "orders:write"
  | "proofs:read"
  | "proofs:write"
  | "topics:write"
  | "guests:write"
  | "people:read"
  | "reports:read"
  | "billing:read"
  | "workflows:read"
  | "workflows:write"
  | "imports:write"
  | "events:read"
  | "webhooks:write"
  | "calendar:read";
export type AccessToken = {
  id: string;
  name: string;
  scopes: TokenScope[];
  createdAt: string;
  endsAt: string;
  /** within a minute of its last use; missing if it was never used */
  usedAt?: string;
};
export type AccessTokensAnswer = {
  success: Success;
  data: AccessToken[];
};
export type CreatedToken = {
  id: string;
  /** it is shown this once */
  token: string;
};
export type AccessTokenAnswer = {
  success: Success;
  message: string;
  data: CreatedToken;
};
export type NewAccessToken = {
  /** what the token is for */
  name: string;
  scopes: TokenScope[];
  /** at most a year from now */
  endsAt: string;
  /** the current one */
  password: string;
};
export type DeletionRequest = {
  password: string;
  reason: string;
};
export type SignInAccountsAnswer = {
  success: Success;
  data: SignInAccount[];
};
export type OpenSession = {
  id: string;
  /** the one that asks */
  current: boolean;
  /** for instance Firefox on Linux, empty if unknown */
  browser: string;
  /** of the network, empty if unknown */
  address: string;
  since: string;
  lastSeen: string;
};
export type SessionsAnswer = {
  success: Success;
  data: OpenSession[];
};
export const {
  useSetupStateQuery,
  useSetUpMutation,
  useKnowBrowserMutation,
  useAcceptInvitationMutation,
  useSignUpMutation,
  useConfirmEmailMutation,
  useResendVerificationMutation,
  useSaveProfileMutation,
  useChangeEmailMutation,
  useAccountExportQuery,
  useRequestAccountExportMutation,
  useCompanyQuery,
  useSaveCompanyMutation,
  useChangePasswordMutation,
  useSaveAvatarMutation,
  useRemoveAvatarMutation,
  useTakeSecondFactorMutation,
  useChooseAccountMutation,
  useCheckLinkMutation,
  useSecurityLogQuery,
  useAskStepUpMutation,
  useStepUpMutation,
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
  useOwnAccountsQuery,
  useSwitchAccountMutation,
  useSessionsQuery,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
} = injectedRtkApi;
