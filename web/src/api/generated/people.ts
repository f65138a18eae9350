import { baseApi as api } from "../request/base";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    limitInvitations: build.mutation<
      LimitInvitationsApiResponse,
      LimitInvitationsApiArg
    >({
      query: (queryArg) => ({
        url: `/invitation-limit`,
        method: "PUT",
        body: queryArg.invitationLimit,
      }),
    }),
    listPeople: build.query<ListPeopleApiResponse, ListPeopleApiArg>({
      query: (queryArg) => ({
        url: `/people`,
        params: {
          search: queryArg.search,
          customerId: queryArg.customerId,
          clientId: queryArg.clientId,
          everyone: queryArg.everyone,
          state: queryArg.state,
          role: queryArg.role,
          after: queryArg.after,
          sort: queryArg.sort,
          cursor: queryArg.cursor,
          updatedSince: queryArg.updatedSince,
          limit: queryArg.limit,
        },
      }),
    }),
    addPerson: build.mutation<AddPersonApiResponse, AddPersonApiArg>({
      query: (queryArg) => ({
        url: `/people`,
        method: "POST",
        body: queryArg.newPerson,
      }),
    }),
    person: build.query<PersonApiResponse, PersonApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}`,
      }),
    }),
    changePerson: build.mutation<ChangePersonApiResponse, ChangePersonApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}`,
        method: "PUT",
        body: queryArg.personChange,
      }),
    }),
    removePerson: build.mutation<RemovePersonApiResponse, RemovePersonApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}`,
        method: "DELETE",
      }),
    }),
    renewInvitation: build.mutation<
      RenewInvitationApiResponse,
      RenewInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/invitation`,
        method: "POST",
      }),
    }),
    copyInvitation: build.mutation<
      CopyInvitationApiResponse,
      CopyInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/invitation/link`,
        method: "POST",
      }),
    }),
    resetFactors: build.mutation<ResetFactorsApiResponse, ResetFactorsApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/factors`,
        method: "DELETE",
      }),
    }),
    setNewOrders: build.mutation<SetNewOrdersApiResponse, SetNewOrdersApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/new-orders`,
        method: "PUT",
        body: queryArg.newOrders,
      }),
    }),
    impersonate: build.mutation<ImpersonateApiResponse, ImpersonateApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/impersonation`,
        method: "POST",
        body: queryArg.impersonationReason,
      }),
    }),
    moveWork: build.mutation<MoveWorkApiResponse, MoveWorkApiArg>({
      query: (queryArg) => ({
        url: `/people/${encodeURIComponent(String(queryArg.personId))}/work`,
        method: "POST",
        body: queryArg.workMove,
      }),
    }),
    listCustomers: build.query<ListCustomersApiResponse, ListCustomersApiArg>({
      query: (queryArg) => ({
        url: `/customers`,
        params: {
          search: queryArg.search,
          clientId: queryArg.clientId,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    createCustomer: build.mutation<
      CreateCustomerApiResponse,
      CreateCustomerApiArg
    >({
      query: (queryArg) => ({
        url: `/customers`,
        method: "POST",
        body: queryArg.newCustomer,
      }),
    }),
    customerAccount: build.query<
      CustomerAccountApiResponse,
      CustomerAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/customers/${encodeURIComponent(String(queryArg.customerId))}`,
      }),
    }),
    changeCustomer: build.mutation<
      ChangeCustomerApiResponse,
      ChangeCustomerApiArg
    >({
      query: (queryArg) => ({
        url: `/customers/${encodeURIComponent(String(queryArg.customerId))}`,
        method: "PUT",
        body: queryArg.customerChange,
      }),
    }),
    listClients: build.query<ListClientsApiResponse, ListClientsApiArg>({
      query: () => ({ url: `/clients` }),
    }),
    createClient: build.mutation<CreateClientApiResponse, CreateClientApiArg>({
      query: (queryArg) => ({
        url: `/clients`,
        method: "POST",
        body: queryArg.newClient,
      }),
    }),
    clientAccount: build.query<ClientAccountApiResponse, ClientAccountApiArg>({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}`,
      }),
    }),
    changeClient: build.mutation<ChangeClientApiResponse, ChangeClientApiArg>({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}`,
        method: "PUT",
        body: queryArg.company,
      }),
    }),
    requireSecondFactor: build.mutation<
      RequireSecondFactorApiResponse,
      RequireSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}/second-factor`,
        method: "PUT",
        body: queryArg.requirement,
      }),
    }),
    changeBranding: build.mutation<
      ChangeBrandingApiResponse,
      ChangeBrandingApiArg
    >({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}/branding`,
        method: "PUT",
        body: queryArg.branding,
      }),
    }),
    uploadBrandFile: build.mutation<
      UploadBrandFileApiResponse,
      UploadBrandFileApiArg
    >({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}/brand-files`,
        method: "POST",
        body: queryArg.brandUpload,
      }),
    }),
    setHosts: build.mutation<SetHostsApiResponse, SetHostsApiArg>({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}/hosts`,
        method: "PUT",
        body: queryArg.hostNames,
      }),
    }),
    switchSignUp: build.mutation<SwitchSignUpApiResponse, SwitchSignUpApiArg>({
      query: (queryArg) => ({
        url: `/clients/${encodeURIComponent(String(queryArg.clientId))}/sign-up`,
        method: "PUT",
        body: queryArg.signUpSwitch,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedPeopleApi };
export type LimitInvitationsApiResponse = /** status 200 Done */ Plain;
export type LimitInvitationsApiArg = {
  invitationLimit: InvitationLimit;
};
export type ListPeopleApiResponse =
  /** status 200 A page of people */ PeoplePageAnswer;
export type ListPeopleApiArg = {
  /** a part of a name or an e-mail address, in any case */
  search?: string;
  /** of this customer; of the own account without it */
  customerId?: string;
  /** of this client itself */
  clientId?: string;
  /** of every account that the caller manages */
  everyone?: boolean;
  state?: MemberState;
  role?: Role;
  /** next of the page before, of a list that is sorted by name */
  after?: string;
  /** by name, or by when people were added, which can be read completely while they change; created if updatedSince is sent */
  sort?: "name" | "created";
  /** next of the page before, of a list that is sorted by when people were added */
  cursor?: string;
  /** what was created or changed at this time or later: a day in the caller's time zone, or an RFC 3339 instant; the list is then sorted by creation, ascending */
  updatedSince?: string;
  limit?: number;
};
export type AddPersonApiResponse =
  /** status 200 The person is added; a generated password is shown this once */ PersonAddedAnswer;
export type AddPersonApiArg = {
  newPerson: NewPerson;
};
export type PersonApiResponse = /** status 200 The person */ PersonAnswer;
export type PersonApiArg = {
  personId: string;
};
export type ChangePersonApiResponse = /** status 200 Done */ Plain;
export type ChangePersonApiArg = {
  personId: string;
  personChange: PersonChange;
};
export type RemovePersonApiResponse = /** status 200 Done */ Plain;
export type RemovePersonApiArg = {
  personId: string;
};
export type RenewInvitationApiResponse = /** status 200 Done */ Plain;
export type RenewInvitationApiArg = {
  personId: string;
};
export type CopyInvitationApiResponse =
  /** status 200 The link, which works once. The one before no longer works. */ InvitationLinkAnswer;
export type CopyInvitationApiArg = {
  personId: string;
};
export type ResetFactorsApiResponse = /** status 200 Done */ Plain;
export type ResetFactorsApiArg = {
  personId: string;
};
export type SetNewOrdersApiResponse = /** status 200 It is decided */ Plain;
export type SetNewOrdersApiArg = {
  personId: string;
  newOrders: NewOrders;
};
export type ImpersonateApiResponse =
  /** status 200 A link that works once, for a minute */ ImpersonationAnswer;
export type ImpersonateApiArg = {
  personId: string;
  impersonationReason: ImpersonationReason;
};
export type MoveWorkApiResponse =
  /** status 200 How many orders were handed over */ WorkMovedAnswer;
export type MoveWorkApiArg = {
  personId: string;
  workMove: WorkMove;
};
export type ListCustomersApiResponse =
  /** status 200 A page of customers */ CustomersListAnswer;
export type ListCustomersApiArg = {
  /** a part of a name or an e-mail address, in any case */
  search?: string;
  /** of this client */
  clientId?: string;
  /** next of the page before */
  after?: string;
  limit?: number;
};
export type CreateCustomerApiResponse =
  /** status 200 The account is created */ AccountCreatedAnswer;
export type CreateCustomerApiArg = {
  newCustomer: NewCustomer;
};
export type CustomerAccountApiResponse =
  /** status 200 The customer */ CustomerAccountAnswer;
export type CustomerAccountApiArg = {
  customerId: string;
};
export type ChangeCustomerApiResponse = /** status 200 Done */ Plain;
export type ChangeCustomerApiArg = {
  customerId: string;
  customerChange: CustomerChange;
};
export type ListClientsApiResponse =
  /** status 200 The clients */ ClientsListAnswer;
export type ListClientsApiArg = void;
export type CreateClientApiResponse =
  /** status 200 The account is created */ AccountCreatedAnswer;
export type CreateClientApiArg = {
  newClient: NewClient;
};
export type ClientAccountApiResponse =
  /** status 200 The client */ ClientAccountAnswer;
export type ClientAccountApiArg = {
  clientId: string;
};
export type ChangeClientApiResponse = /** status 200 Done */ Plain;
export type ChangeClientApiArg = {
  clientId: string;
  company: Company;
};
export type RequireSecondFactorApiResponse = /** status 200 Done */ Plain;
export type RequireSecondFactorApiArg = {
  clientId: string;
  requirement: Requirement;
};
export type ChangeBrandingApiResponse = /** status 200 Done */ Plain;
export type ChangeBrandingApiArg = {
  clientId: string;
  branding: Branding;
};
export type UploadBrandFileApiResponse =
  /** status 200 The stored picture */ BrandFileAnswer;
export type UploadBrandFileApiArg = {
  clientId: string;
  brandUpload: BrandUpload;
};
export type SetHostsApiResponse = /** status 200 Done */ Plain;
export type SetHostsApiArg = {
  clientId: string;
  hostNames: HostNames;
};
export type SwitchSignUpApiResponse = /** status 200 Done */ Plain;
export type SwitchSignUpApiArg = {
  clientId: string;
  signUpSwitch: SignUpSwitch;
};
export type Success = boolean;
export type Plain = {
  success: Success;
  message: string;
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
export type InvitationLimit = {
  /** of the account */
  clientId: string;
  /** absent for a reseller itself */
  customerId?: string;
  most: number;
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
export type MemberState = "invited" | "active" | "deactivated";
export type AccountRef = {
  clientId: string;
  customerId?: string;
  name: string;
};
export type Member = {
  id: string;
  firstname: string;
  lastname: string;
  emailAddress: string;
  avatar: string;
  jobTitle: string;
  role: Role;
  roleLabel: string;
  state: MemberState;
  isApprover: boolean;
  /** whether they count in the steps of workflows of their account: active, and not only a reader */
  canApprove: boolean;
  emailIsVerified: boolean;
  account: AccountRef;
  isYou: boolean;
  invitedAt?: string;
  joinedAt?: string;
};
export type PeoplePage = {
  people: Member[];
  /** absent on the last page; send it as after in a list that is sorted by name, else as cursor */
  next?: string;
};
export type PeoplePageAnswer = {
  success: Success;
  data: PeoplePage;
};
export type PersonAdded = {
  id: string;
  /** generated */
  password?: string;
};
export type PersonAddedAnswer = {
  success: Success;
  message: string;
  data: PersonAdded;
};
export type NewPerson = {
  customerId?: string;
  clientId?: string;
  firstname: string;
  lastname: string;
  emailAddress: string;
  jobTitle?: string;
  role: Role;
  isApprover?: boolean;
  timeZone?: string;
  /** absent: they choose one with the link of the invitation */
  password?: string;
  /** make a password and show it this once */
  generatePassword?: boolean;
};
export type OrderScope = "mine" | "all";
export type PersonDetail = {
  person: Member;
  phone: string;
  timeZone: string;
  /** the roles of this account */
  roles: Role[];
  /** the last person who leads this account, whom nobody can remove */
  isLast: boolean;
  /** unfinished orders that they work on */
  operates: number;
  /** unfinished orders that they manage */
  manages: number;
  /** second factors that they have */
  factors: number;
  orders?: OrderScope;
};
export type PersonAnswer = {
  success: Success;
  data: PersonDetail;
};
export type PersonChange = {
  role?: Role;
  isApprover?: boolean;
  /** may sign in */
  active?: boolean;
};
export type InvitationLink = {
  url: string;
  expiresAt: string;
};
export type InvitationLinkAnswer = {
  success: Success;
  data: InvitationLink;
};
export type NewOrders = {
  orders: OrderScope;
};
export type ImpersonationLink = {
  url: string;
};
export type ImpersonationAnswer = {
  success: Success;
  message: string;
  data: ImpersonationLink;
};
export type ImpersonationReason = {
  reason: string;
};
export type WorkMoved = {
  moved: number;
  /** orders that are left; call again for them */
  left: number;
};
export type WorkMovedAnswer = {
  success: Success;
  message: string;
  data: WorkMoved;
};
export type WorkMove = {
  as: "operator" | "manager";
  to: string;
};
export type CustomerAccount = {
  id: string;
  clientId: string;
  clientName: string;
  name: string;
  packageId: string;
  packageName: string;
  /** below 0 for no limit */
  maximumActiveOrder: number;
  isPayg: boolean;
  /** bytes, below 0 for no limit */
  storage: number;
  additionalStorage: number;
  state: "active" | "deletion-requested";
  deletesAt?: string;
  /** people who can sign in or are invited */
  people: number;
  createdAt: string;
};
export type CustomersList = {
  customers: CustomerAccount[];
  next?: string;
};
export type CustomersListAnswer = {
  success: Success;
  data: CustomersList;
};
export type AccountCreated = {
  id: string;
  ownerId: string;
};
export type AccountCreatedAnswer = {
  success: Success;
  message: string;
  data: AccountCreated;
};
export type NewOwner = {
  firstname: string;
  lastname: string;
  emailAddress: string;
};
export type NewCustomer = {
  /** the own one, or that of the direct customers, if absent */
  clientId?: string;
  name: string;
  packageId?: string;
  isPayg?: boolean;
  owner: NewOwner;
};
export type Company = {
  name: string;
  address: string;
  /** ISO 3166 code of two letters, empty for none */
  country: string;
  /** who to ask for */
  contact: string;
};
export type CustomerAccountDetail = {
  customer: CustomerAccount;
  company: Company;
  /** how many invitations a day the account may send */
  invitations: number;
};
export type CustomerAccountAnswer = {
  success: Success;
  data: CustomerAccountDetail;
};
export type CustomerTerms = {
  packageId: string;
  maximumActiveOrder: number;
  isPayg: boolean;
  storage: number;
  additionalStorage: number;
};
export type CustomerChange = {
  company?: Company;
  terms?: CustomerTerms;
};
export type ClientKind = "provider" | "direct" | "reseller";
export type ClientAccount = {
  id: string;
  kind: ClientKind;
  name: string;
  colour: string;
  customers: number;
  /** of the client itself, not of its customers */
  people: number;
  /** its people need a second factor */
  secondFactor: boolean;
  createdAt: string;
};
export type ClientsList = {
  clients: ClientAccount[];
};
export type ClientsListAnswer = {
  success: Success;
  data: ClientsList;
};
export type NewClient = {
  /** short name: small letters, digits and dashes */
  id: string;
  name: string;
  owner: NewOwner;
};
export type BrandFileId = string;
export type Branding = {
  name: string;
  /** the sender of mails, empty for the name */
  senderName: string;
  /** # and six digits from 0 to f */
  colour: string;
  logo: BrandFileId;
  favicon: BrandFileId;
  imagePlaceholder: BrandFileId;
};
export type ClientAccountDetail = {
  client: ClientAccount;
  company: Company;
  branding: Branding;
  hosts: string[];
  /** people may register themselves with this client */
  signUp: boolean;
  /** how many invitations a day the client itself may send; it bounds no design service */
  invitations: number;
};
export type ClientAccountAnswer = {
  success: Success;
  data: ClientAccountDetail;
};
export type Requirement = {
  required: boolean;
};
export type BrandFile = {
  id: BrandFileId;
  path: string;
  /** pixels */
  width: number;
  /** pixels */
  height: number;
};
export type BrandFileAnswer = {
  success: Success;
  data: BrandFile;
};
export type BrandUpload = {
  kind: "logo" | "favicon" | "imagePlaceholder";
  /** a PNG, JPEG or GIF of at most 1 MB */
  image: string;
};
export type HostNames = {
  hosts: string[];
};
export type SignUpSwitch = {
  open: boolean;
};
export const {
  useLimitInvitationsMutation,
  useListPeopleQuery,
  useAddPersonMutation,
  usePersonQuery,
  useChangePersonMutation,
  useRemovePersonMutation,
  useRenewInvitationMutation,
  useCopyInvitationMutation,
  useResetFactorsMutation,
  useSetNewOrdersMutation,
  useImpersonateMutation,
  useMoveWorkMutation,
  useListCustomersQuery,
  useCreateCustomerMutation,
  useCustomerAccountQuery,
  useChangeCustomerMutation,
  useListClientsQuery,
  useCreateClientMutation,
  useClientAccountQuery,
  useChangeClientMutation,
  useRequireSecondFactorMutation,
  useChangeBrandingMutation,
  useUploadBrandFileMutation,
  useSetHostsMutation,
  useSwitchSignUpMutation,
} = injectedRtkApi;
